package dev.ratelimit;

import static dev.ratelimit.Checks.inRange;

import java.time.Duration;

/**
 * A token bucket: {@code permits} per {@code period} on average, at most {@code burst} at one
 * instant. An untouched key is full.
 *
 * <p>Over every stretch of time D a key is granted at most {@code burst + permits * (D + tick) /
 * period} permits, where the tick is 1 microsecond for nearly every limit (see {@link
 * BucketUnits#tickMicros()}): nothing is rounded in a way that accumulates.
 *
 * <p>Immutable.
 *
 * @param permits how many permits come back each period, from 1 to 2^52
 * @param period at least 1 microsecond, in whole microseconds
 * @param burst how many permits a full bucket holds, the first included, from 1 to 2^52; refilling
 *     it takes at most 36,500 days
 */
public record TokenBucket(long permits, Duration period, long burst) implements Limit {

  /**
   * Checks that the limit can be kept exactly.
   *
   * @param permits from 1 to 2^52
   * @param period at least 1 microsecond, in whole microseconds
   * @param burst from 1 to 2^52
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  public TokenBucket {
    inRange("permits", permits, 1, BucketUnits.MAX_CAPACITY);
    inRange("burst", burst, 1, BucketUnits.MAX_CAPACITY);
    BucketUnits.of(permits, Micros.exactly("period", period), burst);
  }

  /**
   * {@return the same rate with another burst}
   *
   * @param burst how many permits a full bucket holds, from 1 to 2^52
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  public TokenBucket withBurst(long burst) {
    return new TokenBucket(permits, period, burst);
  }

  /** {@return the whole numbers in which stores reckon this limit; computed at each call} */
  public BucketUnits units() {
    return BucketUnits.of(permits, Micros.exactly("period", period), burst);
  }

  @Override
  public long mostPermits() {
    return burst;
  }
}
