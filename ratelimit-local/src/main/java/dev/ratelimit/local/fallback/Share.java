package dev.ratelimit.local.fallback;

import dev.ratelimit.AllOf;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingLog;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.TokenBucket;

/** One instance's part of a limit. */
final class Share {

  private Share() {}

  /**
   * {@return the part of a limit that one of several instances has: of a token bucket the rate
   * divided, and the burst; of a window or a log the permits; of several buckets a part of each.
   * What is divided is at least 1}
   *
   * @throws IllegalArgumentException if the part cannot be kept exactly
   * @throws ArithmeticException if its period is longer than a duration can be
   */
  static Limit of(Limit limit, int instances) {
    if (limit instanceof TokenBucket bucket) {
      return of(bucket, instances);
    }
    if (limit instanceof FixedWindow window) {
      return new FixedWindow(part(window.permits(), instances), window.window(), window.offset());
    }
    if (limit instanceof SlidingWindow window) {
      return new SlidingWindow(part(window.permits(), instances), window.window(), window.offset());
    }
    if (limit instanceof SlidingLog log) {
      return new SlidingLog(part(log.permits(), instances), log.window());
    }
    if (limit instanceof AllOf all) {
      return new AllOf(all.limits().stream().map(bucket -> of(bucket, instances)).toList());
    }
    return limit;
  }

  private static TokenBucket of(TokenBucket bucket, int instances) {
    return new TokenBucket(
        bucket.permits(), bucket.period().multipliedBy(instances), part(bucket.burst(), instances));
  }

  private static long part(long permits, int instances) {
    return Math.max(1, permits / instances);
  }
}
