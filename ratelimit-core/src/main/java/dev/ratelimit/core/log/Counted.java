package dev.ratelimit.core.log;

import dev.ratelimit.core.algorithm.Found;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The instants that still count at the present one.
 *
 * @param state where they are stored, {@code null} if nothing is
 * @param from the index of the oldest that counts
 * @param micros the present; later instants, which a clock that ran backwards leaves, count as it
 * @param mustWrite whether the state is written back even if nothing changes
 */
record Counted(@Nullable SlidingLogState state, int from, long micros, boolean mustWrite) {

  static Counted of(@Nullable SlidingLogState stored, long windowMicros, long micros) {
    if (stored == null) {
      return new Counted(null, 0, micros, false);
    }
    // What the window it was written under has let go is gone, although a longer one still saw it.
    long covered = Math.min(stored.windowMicros(), windowMicros);
    boolean mustWrite = stored.windowMicros() != windowMicros || stored.writtenMicros() > micros;
    return new Counted(stored, stored.firstAfter(micros - covered), micros, mustWrite);
  }

  Found found() {
    return new Found(state, mustWrite);
  }

  int count() {
    return state == null ? 0 : state.size() - from;
  }

  /** {@return one of the instants, the oldest being 0} */
  long instant(int index) {
    if (state == null) {
      throw new IndexOutOfBoundsException(index);
    }
    return Math.min(micros, state.instant(from + index));
  }

  /** {@return the {@code kept} oldest of the instants, and the present {@code added} times} */
  @Nullable SlidingLogState after(int kept, int added, long windowMicros) {
    if (kept + added == 0) {
      return null;
    }
    if (state != null && added > 0 && isAllOf(state, kept, windowMicros)) {
      return state.with(from, added, micros);
    }
    long[] instants = state == null ? new long[added] : state.copy(from, kept, added);
    int past = state == null ? 0 : Math.min(kept, state.firstAfter(micros) - from);
    Arrays.fill(instants, past, instants.length, micros);
    return SlidingLogState.owning(windowMicros, instants, instants.length);
  }

  /** {@return whether what counts is kept as it stands, so that it can be added to} */
  private boolean isAllOf(SlidingLogState stored, int kept, long windowMicros) {
    return kept == count()
        && stored.windowMicros() == windowMicros
        && stored.writtenMicros() <= micros;
  }
}
