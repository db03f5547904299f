package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers, coarsely, what keys owed that had to make room for others. Memory is bounded: 32 kB
 * for each order of magnitude (a power of two) of the time to refill, of which there are 53.
 *
 * <p>Thread-safe.
 */
final class Overflow {

  /*
   * A key's place follows from a hash of it, and holds the latest instant at which one of its keys
   * is full again. A key that is not known starts from what its place says, so a key that comes back
   * owes at least what it owed. A stranger that shares the place owes it too, which is what a flood
   * costs others.
   *
   * Limits share a table only where they take about as long to refill: else a key that is full again
   * in hours would keep another empty that refills in a second.
   */
  private static final int PLACES = 4_096;

  private final AtomicReferenceArray<AtomicLongArray> tables =
      new AtomicReferenceArray<>(Long.SIZE);
  private final Places places = new Places();
  private final Uses uses = new Uses(places);

  /** {@return what is remembered of windows and logs} */
  Uses uses() {
    return uses;
  }

  /** Remembers that a key owes {@code debt} at a tick. */
  void add(String key, BucketUnits units, long debt, long tick) {
    int index = index(units);
    if (tables.get(index) == null) {
      tables.compareAndSet(index, null, new AtomicLongArray(PLACES));
    }
    long fullAgainMicros = (tick + units.ticksToPay(debt)) * units.tickMicros();
    tables.get(index).accumulateAndGet(places.of(key, PLACES), fullAgainMicros, Math::max);
  }

  /** {@return what a key that is not known owes at a tick} */
  long owed(String key, BucketUnits units, long tick) {
    @Nullable AtomicLongArray table = tables.get(index(units));
    if (table == null) {
      return 0;
    }
    long left = table.get(places.of(key, PLACES)) - tick * units.tickMicros();
    if (left <= 0) {
      return 0;
    }
    long ticks = (left + units.tickMicros() - 1) / units.tickMicros();
    long most = units.maxDebt();
    return ticks > most / units.unitsPerTick() ? most : ticks * units.unitsPerTick();
  }

  /** {@return the order of magnitude of the time that a limit takes to refill} */
  private static int index(BucketUnits units) {
    long refillMicros = units.ticksToPay(units.capacity()) * units.tickMicros();
    return Long.SIZE - Long.numberOfLeadingZeros(refillMicros);
  }
}
