package dev.ratelimit;

import static dev.ratelimit.Checks.inRange;

import java.time.Duration;

/**
 * A sliding log: at most {@code permits} in every stretch of time as long as the {@code window},
 * exactly, because the instant of each permit is kept.
 *
 * <p>The trap: a key takes 8 bytes for each permit of the last window. So {@link
 * Limit#slidingLog(long, Duration)} makes none of more than 10,000 permits; a larger one has to be
 * declared.
 *
 * <p>Immutable. Two logs are equal if their permits and windows are, whatever was declared.
 *
 * @param permits how many a window grants, from 1 to 1,000,000
 * @param window from 1 microsecond to 36,500 days, in whole microseconds
 */
public record SlidingLog(long permits, Duration window) implements Limit {

  /** The most permits of a log for which nothing has to be declared. */
  static final long MOST_UNDECLARED = 10_000;

  private static final long MOST = 1_000_000;

  /**
   * Checks the ranges.
   *
   * @param permits from 1 to 1,000,000
   * @param window from 1 microsecond to 36,500 days, in whole microseconds
   * @throws IllegalArgumentException if a value is out of its range
   */
  public SlidingLog {
    inRange("permits", permits, 1, MOST);
    Windows.micros(window);
  }

  static SlidingLog undeclared(long permits, Duration window) {
    if (permits > MOST_UNDECLARED) {
      throw new IllegalArgumentException(
          "permits must be from 1 to "
              + MOST_UNDECLARED
              + " unless more memory is declared, by slidingLog(permits, window,"
              + " maximumPermits), was "
              + permits);
    }
    return new SlidingLog(permits, window);
  }

  static SlidingLog declared(long permits, Duration window, long maximumPermits) {
    inRange("maximumPermits", maximumPermits, 1, MOST);
    inRange("permits", permits, 1, maximumPermits);
    return new SlidingLog(permits, window);
  }

  @Override
  public long mostPermits() {
    return permits;
  }
}
