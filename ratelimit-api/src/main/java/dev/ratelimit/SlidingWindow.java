package dev.ratelimit;

import static dev.ratelimit.Checks.inRange;

import java.time.Duration;
import java.util.Optional;

/**
 * A sliding window, kept by two counters: what the present window has granted, and that share of
 * what the one before has granted which a window that ends now would still cover. Together they are
 * at most {@code permits}.
 *
 * <p>The trap: it takes what the window before has granted for evenly spread. So over some
 * stretches as long as a window it grants more than {@code permits}, though less than twice as
 * many; over others less. {@link SlidingLog} is exact over every stretch.
 *
 * <p>Windows begin at {@code offset} after the epoch and every {@code window} from there. Without
 * an offset each key has one of its own.
 *
 * <p>Immutable.
 *
 * @param permits how many a window grants, from 1 to 2^52 and such that {@code permits * window} is
 *     at most 2^52 in ticks of 1 microsecond, 1 millisecond or 1 second
 * @param window from 1 microsecond to 36,500 days, in whole microseconds
 * @param offset of the windows from the epoch, at least zero, less than the window, in whole
 *     microseconds; empty if each key has its own
 */
public record SlidingWindow(long permits, Duration window, Optional<Duration> offset)
    implements Limit {

  /**
   * Checks that the limit can be kept exactly.
   *
   * @param permits from 1 to 2^52
   * @param window from 1 microsecond to 36,500 days, in whole microseconds
   * @param offset at least zero and less than the window, in whole microseconds, or empty
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  public SlidingWindow {
    inRange("permits", permits, 1, BucketUnits.MAX_CAPACITY);
    Windows.tickMicros(permits, Windows.micros(window), Windows.offsetMicros(offset, window));
  }

  /**
   * {@return the same limit with windows that begin at the same instants for every key}
   *
   * @param offset from the epoch, at least zero and less than the window, in whole microseconds
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  public SlidingWindow withOffset(Duration offset) {
    return new SlidingWindow(permits, window, Optional.of(offset));
  }

  /**
   * {@return the step of time in which stores reckon this limit: 1, 1,000 or 1,000,000
   * microseconds, the smallest that divides the window and the offset and keeps the limit exact;
   * computed at each call}
   */
  public long tickMicros() {
    return Windows.tickMicros(
        permits, Windows.micros(window), Windows.offsetMicros(offset, window));
  }

  @Override
  public long mostPermits() {
    return permits;
  }
}
