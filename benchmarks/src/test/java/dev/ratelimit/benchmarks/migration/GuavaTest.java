package dev.ratelimit.benchmarks.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.RateLimiter;
import org.junit.jupiter.api.Test;

/** What {@code docs/migration.md} shows and says of Guava. */
class GuavaTest {

  /** One permit in some three hours: nothing comes back while a test runs. */
  private static final double SLOW = 0.0001;

  @Test
  void firstPermit_isThereAtOnce() {
    RateLimiter limiter = RateLimiter.create(5.0);

    double seconds = limiter.acquire(); // waits

    assertThat(seconds).isZero();
  }

  @Test
  void newLimiter_hasNoBurst() {
    RateLimiter limiter = RateLimiter.create(SLOW);

    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @Test
  void largeRequest_isPaidByTheNext() {
    RateLimiter limiter = RateLimiter.create(SLOW);

    assertThat(limiter.acquire(1_000)).isZero();
    assertThat(limiter.tryAcquire()).isFalse();
  }
}
