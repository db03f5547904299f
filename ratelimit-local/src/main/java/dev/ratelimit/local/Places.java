package dev.ratelimit.local;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Gives keys places in tables that they share. Seeded, so that keys that share a place cannot be
 * looked up beforehand.
 */
final class Places {

  private final long seed = ThreadLocalRandom.current().nextLong();

  /** {@return the place of a key among a power of two of them} */
  int of(String key, int places) {
    long hash = seed;
    for (int i = 0; i < key.length(); i++) {
      hash = mixed(hash ^ key.charAt(i));
    }
    return (int) hash & (places - 1);
  }

  /**
   * The finalizer of MurmurHash3 (Austin Appleby, public domain): every bit affects every other.
   */
  private static long mixed(long bits) {
    long hash = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
