package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long MOST = 1L << 52;

  @Test
  void limit_hasNoOffsetUnlessOneIsGiven() {
    SlidingWindow limit = Limit.slidingWindow(100, MINUTE);

    assertThat(limit).isEqualTo(new SlidingWindow(100, MINUTE, Optional.empty()));
    assertThat(limit.withOffset(Duration.ofSeconds(5)))
        .isEqualTo(new SlidingWindow(100, MINUTE, Optional.of(Duration.ofSeconds(5))));
    assertThat(limit.mostPermits()).isEqualTo(100);
  }

  @Test
  void tick_isTheSmallestThatKeepsTheLimitExact() {
    Duration second = Duration.ofSeconds(1);

    assertThat(Limit.slidingWindow(MOST / 1_000_000, second).tickMicros()).isEqualTo(1);
    assertThat(Limit.slidingWindow(MOST / 1_000_000 + 1, second).tickMicros()).isEqualTo(1_000);
    assertThat(Limit.slidingWindow(MOST / 1_000, second).tickMicros()).isEqualTo(1_000);
    assertThat(Limit.slidingWindow(MOST / 1_000 + 1, second).tickMicros()).isEqualTo(1_000_000);
    assertThat(Limit.slidingWindow(MOST, second).tickMicros()).isEqualTo(1_000_000);
  }

  @Test
  void limitThatNoTickKeepsExact_isRefused() {
    assertThatThrownBy(() -> Limit.slidingWindow(MOST, Duration.ofSeconds(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "permits 4503599627370496 in a window of 2000000 us with an offset of 0 us cannot be"
                + " kept exactly: permits * window, in ticks of 1 us, 1 ms or 1 s that divide"
                + " window and offset, must be at most 2^52");
    assertThatThrownBy(() -> Limit.slidingWindow(MOST, Duration.ofNanos(1_001_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a window of 1001 us");
  }

  @Test
  void offset_mustFitTheTick() {
    SlidingWindow limit = Limit.slidingWindow(MOST, Duration.ofSeconds(1));

    assertThat(limit.withOffset(Duration.ZERO).tickMicros()).isEqualTo(1_000_000);
    assertThatThrownBy(() -> limit.withOffset(Duration.ofMillis(500)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("with an offset of 500000 us");
    assertThat(Limit.slidingWindow(1, MINUTE).withOffset(Duration.ofNanos(1_000)).tickMicros())
        .isEqualTo(1);
  }

  @Test
  void valuesOutOfRange_areRefused() {
    assertThatThrownBy(() -> Limit.slidingWindow(0, MINUTE))
        .hasMessage("permits must be from 1 to 4503599627370496, was 0");
    assertThatThrownBy(() -> Limit.slidingWindow(MOST + 1, MINUTE))
        .hasMessage("permits must be from 1 to 4503599627370496, was 4503599627370497");
    assertThatThrownBy(() -> Limit.slidingWindow(1, Duration.ZERO))
        .hasMessage("window must be at least 1 microsecond and whole microseconds, was PT0S");
    assertThatThrownBy(() -> Limit.slidingWindow(1, Duration.ofDays(36_501)))
        .hasMessage("window must be at most PT876000H, was PT876024H");
    assertThatThrownBy(() -> Limit.slidingWindow(1, MINUTE).withOffset(MINUTE))
        .hasMessage("offset must be at least PT0S and less than the window PT1M, was PT1M");
  }
}
