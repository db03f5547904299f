package dev.ratelimit;

import java.time.Duration;
import java.util.Optional;

/** What the limits that count in windows have in common: the ranges of their fields. */
final class Windows {

  /** The longest window: a century without its leap days. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static final long[] TICKS = {1, 1_000, 1_000_000};

  private Windows() {}

  /** {@return the length of a window in microseconds, which must be whole ones} */
  static long micros(Duration window) {
    if (window.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("window must be at most " + LONGEST + ", was " + window);
    }
    return Micros.exactly("window", window);
  }

  /** {@return an offset in microseconds, which must lie within the window; 0 if there is none} */
  static long offsetMicros(Optional<Duration> offset, Duration window) {
    if (offset.isEmpty()) {
      return 0;
    }
    Duration given = offset.get();
    if (given.isNegative() || given.compareTo(window) >= 0) {
      throw new IllegalArgumentException(
          "offset must be at least PT0S and less than the window " + window + ", was " + given);
    }
    return given.isZero() ? 0 : Micros.exactly("offset", given);
  }

  /**
   * {@return the smallest tick in which the counts of a sliding window are exact}
   *
   * @param offsetMicros 0 if the offset is to follow the tick
   */
  static long tickMicros(long permits, long windowMicros, long offsetMicros) {
    for (long tick : TICKS) {
      if (windowMicros % tick != 0 || offsetMicros % tick != 0) {
        break;
      }
      if (permits <= BucketUnits.MAX_CAPACITY / (windowMicros / tick)) {
        return tick;
      }
    }
    throw new IllegalArgumentException(
        "permits "
            + permits
            + " in a window of "
            + windowMicros
            + " us with an offset of "
            + offsetMicros
            + " us cannot be kept exactly: permits * window, in ticks of 1 us, 1 ms or 1 s that"
            + " divide window and offset, must be at most 2^52");
  }
}
