package dev.ratelimit.benchmarks.bucket;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.time.Duration;

/** The limits of the one-bucket rows. */
final class Limits {

  /** An ordinary rate, and a burst that outlasts a quarter of an hour of checks of 1 ns each. */
  static final TokenBucket NEVER_EXHAUSTED = Limit.perSecond(1_000).withBurst(1_000_000_000_000L);

  /** Denies all checks of a run but the first. */
  static final TokenBucket SOON_EXHAUSTED = Limit.of(1, Duration.ofDays(1));

  private Limits() {}
}
