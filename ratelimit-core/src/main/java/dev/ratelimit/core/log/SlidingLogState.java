package dev.ratelimit.core.log;

import dev.ratelimit.core.algorithm.KeyState;
import java.util.Arrays;

/**
 * What is stored of a key under a sliding log: the instants of the permits that were granted,
 * oldest first; never none.
 *
 * <p>Immutable.
 */
public final class SlidingLogState implements KeyState {

  private final long windowMicros;
  private final long[] instants;

  private SlidingLogState(long windowMicros, long[] instants) {
    this.windowMicros = windowMicros;
    this.instants = instants;
  }

  /**
   * {@return a state}
   *
   * @param windowMicros of the limit it was written under
   * @param instants since the epoch, in ascending order, at least one; copied
   */
  public static SlidingLogState of(long windowMicros, long... instants) {
    return owning(windowMicros, instants.clone());
  }

  /** {@return a state that keeps the very array, which nobody may change any more} */
  static SlidingLogState owning(long windowMicros, long[] instants) {
    if (instants.length == 0) {
      throw new IllegalArgumentException("instants must be at least one");
    }
    return new SlidingLogState(windowMicros, instants);
  }

  /** {@return the window of the limit it was written under} */
  public long windowMicros() {
    return windowMicros;
  }

  /** {@return the instants, since the epoch, in ascending order; a copy} */
  public long[] instants() {
    return instants.clone();
  }

  /** {@return the newest instant} */
  @Override
  public long writtenMicros() {
    return instants[instants.length - 1];
  }

  int size() {
    return instants.length;
  }

  long instant(int index) {
    return instants[index];
  }

  /** {@return the index of the first instant after another, {@link #size()} if there is none} */
  int firstAfter(long micros) {
    int low = 0;
    int high = instants.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (instants[middle] > micros) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** {@return a copy of some instants, longer by what will be added} */
  long[] copy(int from, int count, int added) {
    long[] copy = new long[count + added];
    System.arraycopy(instants, from, copy, 0, count);
    return copy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlidingLogState that
        && windowMicros == that.windowMicros
        && Arrays.equals(instants, that.instants);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(windowMicros) + Arrays.hashCode(instants);
  }

  @Override
  public String toString() {
    return "SlidingLogState[windowMicros="
        + windowMicros
        + ", size="
        + instants.length
        + ", oldest="
        + instants[0]
        + ", newest="
        + writtenMicros()
        + "]";
  }
}
