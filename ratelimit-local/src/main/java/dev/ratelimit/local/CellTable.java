package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.bucket.Debt;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a bounded number of keys. A key without a cell is full, or owes what {@link
 * Overflow} remembers.
 *
 * <p>Thread-safe: reads take no lock; only making a cell may, to make room for it.
 */
final class CellTable {

  /*
   * A cell leaves the table in three ways, each begun by freezing it:
   *
   *   it is full           sweeper      removed
   *   room is needed       sweeper      remembered in the overflow, removed
   *   another limit        any caller   replaced by a cell under the new limit
   *
   * Who meets a frozen cell does not wait: replace() puts a living one in its place or removes it,
   * and the thread that froze it finds its own step done.
   *
   * Instants. Threads read the clock before they come here, so one may arrive with an instant before
   * the last write of a key. In a cell that gives nothing away (see CompactCell). A new cell would
   * forget that write: so it begins no earlier than the last time a cell was dropped, and a
   * replacement at an instant read after the freeze.
   */
  private static final long LATEST_MICROS = 4_000_000_000_000_000L; // the year 2096

  private final ConcurrentHashMap<String, Cell> cells = new ConcurrentHashMap<>();
  private final Overflow overflow = new Overflow();
  private final Sweeper sweeper;
  private final TimeSource time;

  CellTable(long maximumKeys, TimeSource time) {
    this.sweeper = new Sweeper(cells, overflow, maximumKeys);
    this.time = time;
  }

  /** {@return the key's cell, alive or frozen} */
  @Nullable Cell get(String key) {
    return cells.get(key);
  }

  /** {@return how many keys have a cell} */
  long size() {
    return cells.mappingCount();
  }

  /** Charges what the key owes at an instant under some terms. {@return what it owed before} */
  long exchange(String key, Terms terms, Charge charge, long nowMicros) {
    requireInRange(nowMicros);
    BucketUnits units = terms.units();
    while (true) {
      Cell cell = cells.get(key);
      if (cell == null) {
        long owed = overflow.owed(key, units, units.tick(nowMicros));
        if (charge.on(owed) == 0) {
          return owed;
        }
        add(key, terms, nowMicros);
      } else if (!cell.terms.units().equals(units)) {
        replace(key, cell, terms);
      } else {
        long before = cell.exchange(units.tick(nowMicros), charge);
        if (before != Cell.FROZEN) {
          return before;
        }
        replace(key, cell, terms);
      }
    }
  }

  /** {@return the present, for what must not happen before a write that has been made} */
  long present(long nowMicros) {
    return Math.max(nowMicros, time.micros());
  }

  private static void requireInRange(long micros) {
    if (micros < 0 || micros > LATEST_MICROS) {
      throw new IllegalArgumentException(
          "the time must be from 0 to " + LATEST_MICROS + " us since the epoch, was " + micros);
    }
  }

  void clear() {
    cells.clear();
  }

  private void add(String key, Terms terms, long nowMicros) {
    sweeper.beforeAdding(nowMicros);
    // Inside the key's lock of the map: what was dropped before is seen.
    cells.computeIfAbsent(
        key,
        absent -> {
          long tick = terms.units().tick(Math.max(nowMicros, sweeper.lastDropMicros()));
          return Cell.owing(terms, overflow.owed(absent, terms.units(), tick), tick);
        });
  }

  private void replace(String key, Cell dead, Terms terms) {
    dead.freeze();
    long micros = time.micros();
    BucketUnits from = dead.terms.units();
    BucketUnits to = terms.units();
    long owed = dead.owed(from.tick(micros));
    long debt = from.equals(to) ? owed : Debt.converted(from, to, owed, micros);
    if (debt == 0) {
      sweeper.drop(key, dead, micros);
    } else {
      cells.replace(key, dead, Cell.owing(terms, debt, to.tick(micros)));
    }
  }
}
