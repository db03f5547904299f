package dev.ratelimit.benchmarks.bucket;

import dev.ratelimit.Decision;
import dev.ratelimit.TimeSource;
import dev.ratelimit.local.OneBucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Row "one bucket, denied": an exhausted bucket, one thread, against Resilience4j. */
@State(Scope.Benchmark)
public class DeniedCheck {

  private final OneBucket ours = new OneBucket(Limits.SOON_EXHAUSTED, TimeSource.system());
  private final RateLimiter resilience4j = new AtomicRateLimiter("exhausted", config());

  private static RateLimiterConfig config() {
    return RateLimiterConfig.custom()
        .limitForPeriod((int) Limits.SOON_EXHAUSTED.burst())
        .limitRefreshPeriod(Limits.SOON_EXHAUSTED.period())
        .timeoutDuration(Duration.ZERO)
        .build();
  }

  /** {@return our decision} */
  @Benchmark
  public Decision ours() {
    return ours.check();
  }

  /** {@return whether Resilience4j allowed it} */
  @Benchmark
  public boolean resilience4j() {
    return resilience4j.acquirePermission();
  }
}
