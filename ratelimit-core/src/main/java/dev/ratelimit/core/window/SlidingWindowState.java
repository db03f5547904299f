package dev.ratelimit.core.window;

import dev.ratelimit.core.algorithm.KeyState;

/**
 * What is stored of a key under a sliding window: never that of two windows that have granted
 * nothing.
 *
 * @param grid of the limit it was written under
 * @param index of the window of the last write
 * @param current how many permits that window has granted
 * @param previous how many permits the window before it has granted
 */
public record SlidingWindowState(Grid grid, long index, long current, long previous)
    implements KeyState {

  @Override
  public long writtenMicros() {
    return grid.start(index);
  }

  /** {@return whether an instant is in a window before that of the last write} */
  boolean isAfter(long micros) {
    return grid.index(micros) < index;
  }

  /** {@return the counts at an instant; when the clock ran backwards, both are kept} */
  Counts countsAt(long micros) {
    long passed = grid.index(micros) - index;
    if (passed <= 0) {
      return new Counts(current, previous);
    }
    return passed == 1 ? new Counts(0, current) : Counts.NONE;
  }
}
