package dev.ratelimit.benchmarks.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What {@code docs/migration.md} shows and says of Resilience4j. */
class Resilience4jTest {

  @Test
  void period_grantsItsPermissions() {
    RateLimiterConfig config =
        RateLimiterConfig.custom()
            .limitForPeriod(100)
            .limitRefreshPeriod(Duration.ofMinutes(1))
            .timeoutDuration(Duration.ZERO)
            .build();
    RateLimiter limiter = RateLimiter.of("export", config);

    boolean allowed = limiter.acquirePermission();

    assertThat(allowed).isTrue();
    assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(99);
  }
}
