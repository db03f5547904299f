package dev.ratelimit.local.tiered;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;

/** One instance's part of a limit. */
final class Share {

  private Share() {}

  /**
   * {@return the part of a limit that one of several instances has: the rate divided, and the
   * burst, which is at least 1}
   *
   * @throws IllegalArgumentException if the part cannot be kept exactly
   */
  static Limit of(Limit limit, int instances) {
    return limit instanceof TokenBucket bucket ? of(bucket, instances) : limit;
  }

  private static TokenBucket of(TokenBucket bucket, int instances) {
    return new TokenBucket(
        bucket.permits(),
        bucket.period().multipliedBy(instances),
        Math.max(1, bucket.burst() / instances));
  }
}
