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

  private static final long MOST_ROOM = 4;
  private static final int FEW = 16;

  private final long windowMicros;
  private final Instants instants;
  private final int from;
  private final int size;

  private SlidingLogState(long windowMicros, Instants instants, int from, int size) {
    this.windowMicros = windowMicros;
    this.instants = instants;
    this.from = from;
    this.size = size;
  }

  /**
   * {@return a state}
   *
   * @param windowMicros of the limit it was written under
   * @param instants since the epoch, in ascending order, at least one; copied
   */
  public static SlidingLogState of(long windowMicros, long... instants) {
    return owning(windowMicros, instants.clone(), instants.length);
  }

  /** {@return a state that keeps the very array, whose first places nobody may change any more} */
  static SlidingLogState owning(long windowMicros, long[] places, int size) {
    if (size == 0) {
      throw new IllegalArgumentException("instants must be at least one");
    }
    return new SlidingLogState(windowMicros, new Instants(places, size), 0, size);
  }

  /** {@return the window of the limit it was written under} */
  public long windowMicros() {
    return windowMicros;
  }

  /** {@return the instants, since the epoch, in ascending order; a copy} */
  public long[] instants() {
    return copy(0, size, 0);
  }

  /** {@return the newest instant} */
  @Override
  public long writtenMicros() {
    return instant(size - 1);
  }

  int size() {
    return size;
  }

  /** {@return how many instants have room where these stand} */
  int room() {
    return instants.room();
  }

  long instant(int index) {
    return instants.at(from + index);
  }

  /** {@return the index of the first instant after another, {@link #size()} if there is none} */
  int firstAfter(long micros) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (instant(middle) > micros) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** {@return a copy of some instants, longer by what will be added} */
  long[] copy(int first, int count, int added) {
    return instants.copy(from + first, count, added);
  }

  /**
   * {@return the state without its oldest instants and with a new one several times}
   *
   * <p>Takes as long as the new ones are, on average: they stand behind the others, or else all
   * that are left are copied into twice the room they need. They are copied too if they stand in
   * far more than that, so that the room of a burst is let go of.
   *
   * @param first the oldest that is kept
   * @param added how often, at least 1
   * @param micros no earlier than any that is kept
   */
  SlidingLogState with(int first, int added, long micros) {
    int kept = size - first;
    if (!isRoomy(kept + added) && instants.claim(from + size, added)) {
      for (int i = 0; i < added; i++) {
        instants.set(from + size + i, micros);
      }
      return new SlidingLogState(windowMicros, instants, from + first, kept + added);
    }
    long[] places = copy(first, kept, added + kept);
    Arrays.fill(places, kept, kept + added, micros);
    return owning(windowMicros, places, kept + added);
  }

  private boolean isRoomy(int needed) {
    return room() > MOST_ROOM * needed + FEW;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlidingLogState that
        && windowMicros == that.windowMicros
        && Arrays.equals(instants(), that.instants());
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(windowMicros) + Arrays.hashCode(instants());
  }

  @Override
  public String toString() {
    return "SlidingLogState[windowMicros="
        + windowMicros
        + ", size="
        + size
        + ", oldest="
        + instant(0)
        + ", newest="
        + writtenMicros()
        + "]";
  }
}
