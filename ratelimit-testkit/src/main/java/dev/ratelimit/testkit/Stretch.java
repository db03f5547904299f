package dev.ratelimit.testkit;

import java.math.BigInteger;

/**
 * What was admitted over a stretch of time, and the most that may be.
 *
 * <p>Immutable.
 *
 * @param fromMicros the instant of its first admission, since the Unix epoch
 * @param toMicros the instant of its last
 * @param admitted permits, less those given back
 * @param bound {@code burst + rate * (D + tick)}, rounded down to whole permits
 */
public record Stretch(long fromMicros, long toMicros, long admitted, BigInteger bound) {

  /**
   * {@return by how many permits, rounded up, the bound is exceeded; not positive if it is kept}
   */
  public long excess() {
    return BigInteger.valueOf(admitted).subtract(bound).longValueExact();
  }

  @Override
  public String toString() {
    return admitted
        + " permits from "
        + fromMicros
        + " us to "
        + toMicros
        + " us ("
        + (toMicros - fromMicros)
        + " us), at most "
        + bound;
  }
}
