package dev.ratelimit.benchmarks.bucket;

import dev.ratelimit.TokenBucket;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;

/**
 * Makes Bucket4j buckets of one of our limits, lock-free and on a given clock. They share what the
 * library lets them share.
 *
 * <p>Immutable.
 */
public final class Bucket4jBuckets {

  private final Bandwidth bandwidth;
  private final TimeMeter clock;

  private Bucket4jBuckets(TokenBucket limit, TimeMeter clock) {
    this.bandwidth =
        Bandwidth.builder()
            .capacity(limit.burst())
            .refillGreedy(limit.permits(), limit.period())
            .build();
    this.clock = clock;
  }

  /** {@return a maker of buckets whose clock counts nanoseconds} */
  public static Bucket4jBuckets exact(TokenBucket limit) {
    return new Bucket4jBuckets(limit, TimeMeter.SYSTEM_NANOTIME);
  }

  /** {@return a maker of buckets on Bucket4j's default clock, which counts milliseconds} */
  public static Bucket4jBuckets byDefault(TokenBucket limit) {
    return new Bucket4jBuckets(limit, TimeMeter.SYSTEM_MILLISECONDS);
  }

  /** {@return a new full bucket} */
  public Bucket bucket() {
    return Bucket.builder().addLimit(bandwidth).withCustomTimePrecision(clock).build();
  }
}
