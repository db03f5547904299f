package dev.ratelimit.examples.bound;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether Redis answered, and whether fallbacks did, in each slice of time. Where both did, some
 * instances spent the shared bucket and others their shares.
 *
 * <p>Thread-safe.
 */
public final class Answers {

  private static final long SLICE_NANOS = 100_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Set<Long> ofStore = ConcurrentHashMap.newKeySet();
  private final Set<Long> ofFallbacks = ConcurrentHashMap.newKeySet();

  /** Makes one that knows of no answer. */
  public Answers() {}

  /** Redis answered now. */
  public void byStore() {
    ofStore.add(slice());
  }

  /** A fallback answered now. */
  public void byFallback() {
    ofFallbacks.add(slice());
  }

  private static long slice() {
    return System.nanoTime() / SLICE_NANOS;
  }

  /** Forgets who answered so far. */
  public void clear() {
    ofStore.clear();
    ofFallbacks.clear();
  }

  /** {@return when fallbacks answered} */
  public Outages outages() {
    return Outages.of(ofFallbacks, ofStore, SLICE_NANOS / NANOS_PER_SECOND);
  }
}
