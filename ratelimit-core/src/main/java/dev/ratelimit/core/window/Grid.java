package dev.ratelimit.core.window;

/**
 * Where the windows of a key begin: at the offset and every window from there, before and after.
 *
 * @param windowMicros the length of a window, at least 1
 * @param offsetMicros from 0 to less than the length
 */
public record Grid(long windowMicros, long offsetMicros) {

  /**
   * {@return the index of the window that an instant is in}
   *
   * @param micros the instant, since the epoch
   */
  public long index(long micros) {
    return Math.floorDiv(micros - offsetMicros, windowMicros);
  }

  /**
   * {@return the instant at which a window begins, since the epoch}
   *
   * @param index of the window
   */
  public long start(long index) {
    return index * windowMicros + offsetMicros;
  }
}
