package dev.ratelimit.core;

import dev.ratelimit.AllOf;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingLog;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.allof.AllOfAlgorithm;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.log.SlidingLogAlgorithm;
import dev.ratelimit.core.window.FixedWindowAlgorithm;
import dev.ratelimit.core.window.SlidingWindowAlgorithm;

/** Makes limits ready to decide, whatever kind they are of. */
public final class Algorithms {

  private Algorithms() {}

  /**
   * {@return the algorithm of a limit; made once and used for every key and request}
   *
   * @param limit one that keeps state
   * @throws IllegalArgumentException if the limit is unlimited or blocked, for which there is
   *     nothing to store or to decide
   */
  public static Algorithm of(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      BucketUnits units = bucket.units();
      return (stored, key, micros) -> Bucket.at(stored, units, micros);
    }
    if (limit instanceof FixedWindow window) {
      return FixedWindowAlgorithm.of(window);
    }
    if (limit instanceof SlidingWindow window) {
      return SlidingWindowAlgorithm.of(window);
    }
    if (limit instanceof SlidingLog log) {
      return SlidingLogAlgorithm.of(log);
    }
    if (limit instanceof AllOf all) {
      return AllOfAlgorithm.of(all);
    }
    throw new IllegalArgumentException("limit must be one that keeps state, was " + limit);
  }
}
