package dev.ratelimit.local.lease;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When permits were put back here last, by hash of the key. An answer to what was asked before that
 * tells nothing of the key any more.
 *
 * <p>Thread-safe.
 */
final class PutBack {

  private static final int PLACES = 1_024;

  private final AtomicLongArray micros = new AtomicLongArray(PLACES);

  void happened(String key, long nowMicros) {
    micros.accumulateAndGet(place(key), nowMicros, Math::max);
  }

  /** {@return whether it may have happened after an instant} Of keys of one hash, to any. */
  boolean since(String key, long instantMicros) {
    return micros.get(place(key)) >= instantMicros;
  }

  private static int place(String key) {
    return Math.floorMod(key.hashCode(), PLACES);
  }
}
