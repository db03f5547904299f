package dev.ratelimit.core.window;

import dev.ratelimit.core.algorithm.KeyState;

/**
 * What is stored of a key under a fixed window: never that of a window that has granted nothing.
 *
 * @param grid of the limit it was written under
 * @param index of the window of the last write
 * @param count how many permits that window has granted, at least 1
 */
public record FixedWindowState(Grid grid, long index, long count) implements KeyState {

  @Override
  public long writtenMicros() {
    return grid.start(index);
  }

  /** {@return whether an instant is in a window before that of the last write} */
  boolean isAfter(long micros) {
    return grid.index(micros) < index;
  }

  /** {@return what still counts at an instant; when the clock ran backwards, all does} */
  long countAt(long micros) {
    return grid.index(micros) > index ? 0 : count;
  }
}
