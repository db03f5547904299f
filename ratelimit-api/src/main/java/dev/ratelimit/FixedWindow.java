package dev.ratelimit;

import static dev.ratelimit.Checks.inRange;

import java.time.Duration;
import java.util.Optional;

/**
 * A fixed window: at most {@code permits} in each {@code window}; the next one begins with nothing
 * spent.
 *
 * <p>The trap: around the end of a window up to twice the permits are granted in a short time. A
 * {@link SlidingWindow} does not do that.
 *
 * <p>Windows begin at {@code offset} after the epoch and every {@code window} from there. Without
 * an offset each key has one of its own, so that keys do not all begin anew at one instant; that of
 * a day which begins at midnight UTC is {@code withOffset(Duration.ZERO)}.
 *
 * <p>Immutable.
 *
 * @param permits how many each window grants, from 1 to 2^52
 * @param window from 1 microsecond to 36,500 days, in whole microseconds
 * @param offset of the windows from the epoch, at least zero, less than the window, in whole
 *     microseconds; empty if each key has its own
 */
public record FixedWindow(long permits, Duration window, Optional<Duration> offset)
    implements Limit {

  /**
   * Checks the ranges.
   *
   * @param permits from 1 to 2^52
   * @param window from 1 microsecond to 36,500 days, in whole microseconds
   * @param offset at least zero and less than the window, in whole microseconds, or empty
   * @throws IllegalArgumentException if a value is out of its range
   */
  public FixedWindow {
    inRange("permits", permits, 1, BucketUnits.MAX_CAPACITY);
    Windows.micros(window);
    Windows.offsetMicros(offset, window);
  }

  /**
   * {@return the same limit with windows that begin at the same instants for every key}
   *
   * @param offset from the epoch, at least zero and less than the window, in whole microseconds
   * @throws IllegalArgumentException if it is out of its range
   */
  public FixedWindow withOffset(Duration offset) {
    return new FixedWindow(permits, window, Optional.of(offset));
  }

  @Override
  public long mostPermits() {
    return permits;
  }
}
