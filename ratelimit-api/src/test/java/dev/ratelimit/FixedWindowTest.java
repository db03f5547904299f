package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FixedWindowTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void limit_hasNoOffsetUnlessOneIsGiven() {
    FixedWindow limit = Limit.fixedWindow(100, MINUTE);

    assertThat(limit).isEqualTo(new FixedWindow(100, MINUTE, Optional.empty()));
    assertThat(limit.withOffset(Duration.ofSeconds(5)))
        .isEqualTo(new FixedWindow(100, MINUTE, Optional.of(Duration.ofSeconds(5))));
    assertThat(limit.mostPermits()).isEqualTo(100);
  }

  @Test
  void extremes_areLegal() {
    assertThat(Limit.fixedWindow(1L << 52, Duration.ofDays(36_500)).mostPermits())
        .isEqualTo(1L << 52);
    assertThat(Limit.fixedWindow(1, Duration.ofNanos(1_000)).window().toNanos()).isEqualTo(1_000);
    assertThat(Limit.fixedWindow(1, MINUTE).withOffset(MINUTE.minusNanos(1_000)).offset())
        .contains(MINUTE.minusNanos(1_000));
    assertThat(Limit.fixedWindow(1, MINUTE).withOffset(Duration.ZERO).offset())
        .contains(Duration.ZERO);
  }

  @Test
  void permitsOutOfRange_areRefused() {
    assertThatThrownBy(() -> Limit.fixedWindow(0, MINUTE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be from 1 to 4503599627370496, was 0");
    assertThatThrownBy(() -> Limit.fixedWindow((1L << 52) + 1, MINUTE))
        .hasMessage("permits must be from 1 to 4503599627370496, was 4503599627370497");
  }

  @Test
  void windowOutOfRange_isRefused() {
    assertThatThrownBy(() -> Limit.fixedWindow(1, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("window must be at least 1 microsecond and whole microseconds, was PT0S");
    assertThatThrownBy(() -> Limit.fixedWindow(1, Duration.ofNanos(1_500)))
        .hasMessage(
            "window must be at least 1 microsecond and whole microseconds, was PT0.0000015S");
    assertThatThrownBy(() -> Limit.fixedWindow(1, Duration.ofSeconds(-1)))
        .hasMessageEndingWith("was PT-1S");
    assertThatThrownBy(() -> Limit.fixedWindow(1, Duration.ofDays(36_500).plusNanos(1_000)))
        .hasMessage("window must be at most PT876000H, was PT876000H0.000001S");
    assertThatThrownBy(() -> Limit.fixedWindow(1, Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("window must be at most PT876000H, was ");
  }

  @Test
  void offsetOutOfRange_isRefused() {
    FixedWindow limit = Limit.fixedWindow(1, MINUTE);

    assertThatThrownBy(() -> limit.withOffset(MINUTE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("offset must be at least PT0S and less than the window PT1M, was PT1M");
    assertThatThrownBy(() -> limit.withOffset(Duration.ofNanos(-1_000)))
        .hasMessage("offset must be at least PT0S and less than the window PT1M, was PT-0.000001S");
    assertThatThrownBy(() -> limit.withOffset(Duration.ofNanos(1)))
        .hasMessage(
            "offset must be at least 1 microsecond and whole microseconds, was PT0.000000001S");
  }
}
