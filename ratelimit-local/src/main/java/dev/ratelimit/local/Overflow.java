package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers, coarsely, what keys owed that had to make room for others. Memory is bounded: 32 kB
 * for each limit that has lost keys within its time to refill.
 *
 * <p>Thread-safe.
 */
final class Overflow {

  /*
   * For each limit a small table: a key's place in it follows from a hash, and the place holds the
   * latest tick at which one of its keys is full again. A key that is not known starts from what
   * its place says, so a key that comes back owes at least what it owed. A stranger that shares the
   * place owes it too, which is what a flood costs others.
   *
   * The hash is seeded: nobody can choose keys that share a given key's place.
   */
  private static final int PLACES = 4_096;

  private final ConcurrentHashMap<BucketUnits, AtomicLongArray> fullAgainTicks =
      new ConcurrentHashMap<>();
  private final long seed = ThreadLocalRandom.current().nextLong();

  /** Remembers that a key owes {@code debt} at a tick. */
  void add(String key, BucketUnits units, long debt, long tick) {
    AtomicLongArray ticks = fullAgainTicks.get(units);
    if (ticks == null) {
      forgetPast(units, tick);
      ticks = fullAgainTicks.computeIfAbsent(units, limit -> new AtomicLongArray(PLACES));
    }
    ticks.accumulateAndGet(place(key), tick + units.ticksToPay(debt), Math::max);
  }

  /** {@return what a key that is not known owes at a tick} */
  long owed(String key, BucketUnits units, long tick) {
    AtomicLongArray ticks = fullAgainTicks.get(units);
    if (ticks == null) {
      return 0;
    }
    long left = Math.max(0, ticks.get(place(key)) - tick);
    long most = units.maxDebt();
    return left > most / units.unitsPerTick() ? most : left * units.unitsPerTick();
  }

  private int place(String key) {
    long hash = seed;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return (int) (hash >>> 16) & (PLACES - 1);
  }

  /**
   * Forgets the tables in which every key is full again by an instant given in ticks of a limit.
   */
  private void forgetPast(BucketUnits units, long tick) {
    long micros = tick * units.tickMicros();
    fullAgainTicks.entrySet().removeIf(e -> isPast(e.getValue(), e.getKey().tick(micros)));
  }

  private static boolean isPast(AtomicLongArray ticks, long tick) {
    for (int place = 0; place < PLACES; place++) {
      if (ticks.get(place) > tick) {
        return false;
      }
    }
    return true;
  }
}
