package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlidingLogTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void undeclaredLog_hasAtMostTenThousandPermits() {
    assertThat(Limit.slidingLog(10_000, MINUTE).mostPermits()).isEqualTo(10_000);
    assertThatThrownBy(() -> Limit.slidingLog(10_001, MINUTE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "permits must be from 1 to 10000 unless more memory is declared, by"
                + " slidingLog(permits, window, maximumPermits), was 10001");
  }

  @Test
  void declaredLog_hasAtMostWhatIsDeclared() {
    assertThat(Limit.slidingLog(50_000, MINUTE, 50_000).mostPermits()).isEqualTo(50_000);
    assertThatThrownBy(() -> Limit.slidingLog(50_001, MINUTE, 50_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be from 1 to 50000, was 50001");
  }

  @Test
  void declaration_isNoPartOfTheLimit() {
    assertThat(Limit.slidingLog(100, MINUTE, 1_000_000)).isEqualTo(Limit.slidingLog(100, MINUTE));
    assertThat(Limit.slidingLog(50_000, MINUTE, 50_000))
        .isEqualTo(Limit.slidingLog(50_000, MINUTE, 60_000))
        .isEqualTo(new SlidingLog(50_000, MINUTE));
  }

  @Test
  void valuesOutOfRange_areRefused() {
    assertThatThrownBy(() -> Limit.slidingLog(1, MINUTE, 1_000_001))
        .hasMessage("maximumPermits must be from 1 to 1000000, was 1000001");
    assertThatThrownBy(() -> Limit.slidingLog(1, MINUTE, 0))
        .hasMessage("maximumPermits must be from 1 to 1000000, was 0");
    assertThatThrownBy(() -> new SlidingLog(1_000_001, MINUTE))
        .hasMessage("permits must be from 1 to 1000000, was 1000001");
    assertThatThrownBy(() -> Limit.slidingLog(0, MINUTE))
        .hasMessage("permits must be from 1 to 1000000, was 0");
    assertThatThrownBy(() -> Limit.slidingLog(1, Duration.ZERO))
        .hasMessage("window must be at least 1 microsecond and whole microseconds, was PT0S");
    assertThatThrownBy(() -> Limit.slidingLog(1, Duration.ofDays(36_501)))
        .hasMessage("window must be at most PT876000H, was PT876024H");
  }
}
