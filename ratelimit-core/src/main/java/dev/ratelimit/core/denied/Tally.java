package dev.ratelimit.core.denied;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How often one key was counted, and by how much that may be too many.
 *
 * <p>Thread-safe: takes no lock.
 */
final class Tally {

  /** Added once by the one that ends it; what others count afterwards does not make it positive. */
  private static final long ENDED = Long.MIN_VALUE;

  private final String key;
  private final long error;
  private final AtomicLong count;

  Tally(String key, long count, long error) {
    this.key = key;
    this.error = error;
    this.count = new AtomicLong(count);
  }

  String key() {
    return key;
  }

  /** Counts once more. {@return whether that counts: not if it has been ended} */
  boolean add() {
    return count.getAndIncrement() >= 0;
  }

  /** Nothing that is added from now on counts. {@return what has been} Called once. */
  long end() {
    return count.getAndAdd(ENDED);
  }

  long count() {
    return count.get() & Long.MAX_VALUE;
  }

  Estimate estimate() {
    return new Estimate(count(), error);
  }
}
