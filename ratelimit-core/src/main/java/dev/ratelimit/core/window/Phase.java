package dev.ratelimit.core.window;

/**
 * An instant in the windows of a key, in ticks.
 *
 * @param grid the windows
 * @param tickMicros divides the window and its offset
 * @param index of the window that the instant is in
 * @param elapsed whole ticks since that window began, less than {@link #ticks()}
 * @param micros the instant
 */
record Phase(Grid grid, long tickMicros, long index, long elapsed, long micros) {

  static Phase of(Grid grid, long tickMicros, long micros) {
    long index = grid.index(micros);
    long elapsed = (micros - grid.start(index)) / tickMicros;
    return new Phase(grid, tickMicros, index, elapsed, micros);
  }

  /** {@return the ticks of a window} */
  long ticks() {
    return grid.windowMicros() / tickMicros;
  }

  /** {@return the ticks of the present window that are left, at least 1} */
  long left() {
    return ticks() - elapsed;
  }

  /** {@return the microseconds until a tick, counted from where the present window began} */
  long until(long tick) {
    return grid.start(index) + tick * tickMicros - micros;
  }
}
