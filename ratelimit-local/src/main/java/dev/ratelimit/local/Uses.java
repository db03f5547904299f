package dev.ratelimit.local;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers, coarsely, what evicted keys had used of windows and logs, in places that keys share.
 * Memory is bounded: 50 kB for each order of magnitude (a power of two) of the windows in use.
 *
 * <p>Thread-safe.
 */
final class Uses {

  private static final int PLACES = 1_024;

  private final AtomicReferenceArray<AtomicReferenceArray<Use>> tables =
      new AtomicReferenceArray<>(Long.SIZE);
  private final Places places;

  Uses(Places places) {
    this.places = places;
  }

  /** Remembers what a key had used; what nobody at its place uses any more is forgotten. */
  void add(String key, long windowMicros, Use use, long nowMicros) {
    int index = index(windowMicros);
    if (tables.get(index) == null) {
      tables.compareAndSet(index, null, new AtomicReferenceArray<>(PLACES));
    }
    tables
        .get(index)
        .accumulateAndGet(
            places.of(key, PLACES),
            use,
            (held, added) ->
                held == null || held.untilMicros() <= nowMicros ? added : held.or(added));
  }

  /** {@return what a key that is not known has used, {@code null} if nothing ever} */
  @Nullable Use of(String key, long windowMicros) {
    @Nullable AtomicReferenceArray<Use> table = tables.get(index(windowMicros));
    return table == null ? null : table.get(places.of(key, PLACES));
  }

  private static int index(long windowMicros) {
    return Long.SIZE - Long.numberOfLeadingZeros(windowMicros);
  }
}
