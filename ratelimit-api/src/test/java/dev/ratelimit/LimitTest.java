package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimitTest {

  @Test
  void rateWithoutBurst_allowsAPeriodsPermitsAtOnce() {
    assertThat(Limit.perSecond(5)).isEqualTo(new TokenBucket(5, Duration.ofSeconds(1), 5));
    assertThat(Limit.perMinute(5)).isEqualTo(new TokenBucket(5, Duration.ofMinutes(1), 5));
    assertThat(Limit.perHour(5)).isEqualTo(new TokenBucket(5, Duration.ofHours(1), 5));
    assertThat(Limit.perDay(5)).isEqualTo(new TokenBucket(5, Duration.ofDays(1), 5));
    assertThat(Limit.of(3, Duration.ofDays(1)))
        .isEqualTo(new TokenBucket(3, Duration.ofDays(1), 3));
  }

  @Test
  void withBurst_keepsTheRate() {
    TokenBucket limit = Limit.perMinute(100).withBurst(20);

    assertThat(limit.permits()).isEqualTo(100);
    assertThat(limit.period()).isEqualTo(Duration.ofMinutes(1));
    assertThat(limit.burst()).isEqualTo(20);
  }

  @Test
  void unlimitedAndBlocked_areValues() {
    assertThat(Limit.unlimited()).isEqualTo(new Unlimited());
    assertThat(Limit.blocked()).isEqualTo(new Blocked());
  }

  @Test
  void leakyBucket_hasABurstOfOne() {
    assertThat(Limit.leakyBucket(10, Duration.ofSeconds(1)))
        .isEqualTo(new TokenBucket(10, Duration.ofSeconds(1), 1));
  }

  @Test
  void mostPermits_areWhatOneRequestCanBeGranted() {
    assertThat(Limit.perSecond(10).withBurst(20).mostPermits()).isEqualTo(20);
    assertThat(Limit.unlimited().mostPermits()).isEqualTo(Long.MAX_VALUE);
    assertThat(Limit.blocked().mostPermits()).isZero();
  }

  @Test
  void permitsBelowOne_areRefusedByEveryFactory() {
    String message = "permits must be from 1 to 4503599627370496, was 0";

    assertThatThrownBy(() -> Limit.perSecond(0)).hasMessage(message);
    assertThatThrownBy(() -> Limit.perMinute(0)).hasMessage(message);
    assertThatThrownBy(() -> Limit.perHour(0)).hasMessage(message);
    assertThatThrownBy(() -> Limit.perDay(0)).hasMessage(message);
    assertThatThrownBy(() -> Limit.of(0, Duration.ofDays(2))).hasMessage(message);
  }

  @Test
  void limitThatOnlyASmallBurstMakesExact_isBuiltWithIt() {
    TokenBucket limit = Limit.of(1L << 52, Duration.ofDays(1), 10);

    assertThat(limit).isEqualTo(new TokenBucket(1L << 52, Duration.ofDays(1), 10));
    assertThatThrownBy(() -> Limit.of(1L << 52, Duration.ofDays(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
