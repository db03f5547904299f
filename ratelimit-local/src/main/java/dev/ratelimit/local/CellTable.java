package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.bucket.Debt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongFunction;
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
   * A cell of another kind than a token bucket is under whatever limit it is asked about. Where the
   * key comes from a token bucket to another kind, or back, its cell counts as none, and is dropped
   * by the first operation that writes: a look at the key, or a denial, forgets nothing.
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
  private final LimiterListener listener;

  /**
   * Makes an empty table.
   *
   * @param listener hears of changed limits; throws nothing
   */
  CellTable(long maximumKeys, TimeSource time, LimiterListener listener) {
    this.sweeper = new Sweeper(cells, overflow, maximumKeys);
    this.time = time;
    this.listener = listener;
  }

  /** {@return the key's cell, alive or frozen} */
  @Nullable Cell get(String key) {
    return cells.get(key);
  }

  /** {@return how many keys have a cell} */
  long size() {
    return cells.mappingCount();
  }

  /** Charges what the key owes under a token bucket. {@return what it owed before} */
  long exchange(String key, BucketTerms terms, Charge charge, long nowMicros) {
    requireInRange(nowMicros);
    BucketUnits units = terms.units();
    while (true) {
      Cell cell = cells.get(key);
      if (cell instanceof BucketCell bucket) {
        long before =
            bucket.terms.units().equals(units)
                ? bucket.exchange(units.tick(nowMicros), charge)
                : BucketCell.FROZEN;
        if (before != BucketCell.FROZEN) {
          return before;
        }
        replace(key, bucket, terms);
      } else {
        long owed = overflow.owed(key, units, units.tick(nowMicros));
        if (charge.on(owed) == 0 && (cell == null || !charge.givesBack())) {
          return owed;
        }
        if (makeWay(key, cell, nowMicros, micros -> bucket(key, terms, micros))) {
          listener.onChangedLimit(key, terms.rule());
        }
      }
    }
  }

  /** Performs an operation on the key under another kind of limit. {@return what it answered} */
  <A> Answered<A> apply(
      String key, StateTerms terms, Function<LimitedKey, Step<A>> operation, long nowMicros) {
    requireInRange(nowMicros);
    boolean changed = false;
    while (true) {
      Cell cell = cells.get(key);
      if (cell instanceof StateCell states) {
        @Nullable Answered<A> answered = states.apply(key, terms, operation, nowMicros);
        if (answered != null) {
          return changed ? answered.underAnotherLimit() : answered;
        }
        states.freeze();
        cells.replace(key, states, states.alive());
      } else {
        @Nullable KeyState owed = terms.remembered(key, nowMicros, overflow);
        Step<A> step = operation.apply(terms.algorithm().at(owed, key, nowMicros));
        if (!step.written() || (cell == null && owed == null && step.state() == null)) {
          return new Answered<>(step.answer(), nowMicros, changed);
        }
        changed |=
            makeWay(
                key,
                cell,
                nowMicros,
                micros -> new StateCell(terms, terms.remembered(key, micros, overflow), micros));
      }
    }
  }

  /** The key was under another limit before. */
  void changedTo(String key, Rule rule) {
    listener.onChangedLimit(key, rule);
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

  /**
   * Adds a cell, or first has one of another kind go, so that it can be added next time round.
   *
   * @return whether one has gone
   */
  private boolean makeWay(
      String key, @Nullable Cell foreign, long nowMicros, LongFunction<Cell> made) {
    if (foreign == null) {
      add(key, nowMicros, made);
      return false;
    }
    foreign.freeze();
    return sweeper.drop(key, foreign, time.micros());
  }

  /**
   * Adds a cell, made for an instant: inside the key's lock of the map, so what was dropped before
   * is seen.
   */
  private void add(String key, long nowMicros, LongFunction<Cell> made) {
    sweeper.beforeAdding(nowMicros);
    cells.computeIfAbsent(key, absent -> made.apply(Math.max(nowMicros, sweeper.lastDropMicros())));
  }

  private BucketCell bucket(String key, BucketTerms terms, long micros) {
    long tick = terms.units().tick(micros);
    return BucketCell.owing(terms, overflow.owed(key, terms.units(), tick), tick);
  }

  private void replace(String key, BucketCell dead, BucketTerms terms) {
    dead.freeze();
    long micros = time.micros();
    long debt = converted(dead, terms, micros);
    if (debt == 0) {
      sweeper.drop(key, dead, micros);
    } else {
      BucketUnits units = terms.units();
      boolean replaced =
          cells.replace(key, dead, BucketCell.owing(terms, debt, units.tick(micros)));
      if (replaced && !dead.terms.units().equals(units)) {
        listener.onChangedLimit(key, terms.rule());
      }
    }
  }

  private static long converted(BucketCell dead, BucketTerms terms, long micros) {
    BucketUnits from = dead.terms.units();
    BucketUnits to = terms.units();
    long owed = dead.owed(from.tick(micros));
    return from.equals(to) ? owed : Debt.converted(from, to, owed, micros);
  }
}
