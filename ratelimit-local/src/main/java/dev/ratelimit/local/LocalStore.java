package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Debt;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;

/**
 * Keeps what a bounded number of keys have spent, in this process.
 *
 * <p>A key that is full takes no room. At the bound, of a sample of 16 keys the ones that owe least
 * make room for new ones; what they owed is remembered coarsely, so that a flood of new keys gives
 * nobody a free burst, and may make strangers wait who share a place in that memory. Time alone
 * never costs a key that is not full its state.
 *
 * <p>Thread-safe. A check of a known key takes no lock.
 */
public final class LocalStore implements Store {

  private final CellTable cells;
  private final Remembered<Rule, Terms> termsOfRules = new Remembered<>(Terms::of);

  LocalStore(TimeSource time, long maximumKeys) {
    this.cells = new CellTable(maximumKeys, time);
  }

  /** {@return a builder} */
  public static LocalStoreBuilder builder() {
    return new LocalStoreBuilder();
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    Cell cell = cells.get(key);
    if (cell != null && cell.terms.areOf(rule) && cost <= cell.terms.burst()) {
      Charge charge = Charge.check(cell.terms.units(), cost);
      long before = cell.exchange(cell.terms.units().tick(nowMicros), charge);
      if (before != Cell.FROZEN) {
        return decision(cell.terms, cost, before, charge, nowMicros);
      }
    }
    return checkAny(key, termsOfRules.of(rule), cost, nowMicros);
  }

  private Decision checkAny(String key, Terms terms, long cost, long nowMicros) {
    if (cost > terms.burst()) {
      return peek(key, terms.rule(), cost, nowMicros);
    }
    Charge charge = Charge.check(terms.units(), cost);
    long before = cells.exchange(key, terms, charge, nowMicros);
    return decision(terms, cost, before, charge, nowMicros);
  }

  private static Decision decision(
      Terms terms, long cost, long before, Charge charge, long nowMicros) {
    long added = charge.on(before);
    return added > 0 || cost == 0
        ? terms.decisions().allowed(before + added, nowMicros)
        : terms.decisions().denied(before, cost, nowMicros);
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    Terms terms = termsOfRules.of(rule);
    long owed = cells.exchange(key, terms, Charge.NONE, nowMicros);
    boolean there = cost <= terms.burst() && terms.units().shortfall(owed, cost) == 0;
    return there
        ? terms.decisions().allowed(owed, nowMicros)
        : terms.decisions().denied(owed, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    Terms terms = termsOfRules.of(rule);
    BucketUnits units = terms.units();
    Debt.requireReservable(units, hold.maxWaitMicros());
    if (hold.cost() > terms.burst()) {
      return new Held(peek(key, rule, hold.cost(), nowMicros), 0);
    }
    Charge charge = Charge.reserve(units, hold.cost(), hold.maxWaitMicros(), nowMicros);
    long before = cells.exchange(key, terms, charge, nowMicros);
    long wait = units.microsToPay(units.shortfall(before, hold.cost()), nowMicros);
    long added = charge.on(before);
    return added > 0 || hold.cost() == 0
        ? new Held(terms.decisions().allowed(before + added, nowMicros), wait)
        : refused(terms, before, wait - hold.maxWaitMicros(), nowMicros);
  }

  private static Held refused(Terms terms, long owed, long retryMicros, long nowMicros) {
    BucketUnits units = terms.units();
    Report report =
        new Report(terms.burst(), units.level(owed), units.microsToPay(owed, nowMicros));
    return new Replies(terms.rule().name(), Origin.LOCAL, nowMicros)
        .held(new Verdict(false, 0, retryMicros, report));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    Terms terms = termsOfRules.of(rule);
    Charge charge = Charge.take(terms.units(), want);
    long before = cells.exchange(key, terms, charge, nowMicros);
    long added = charge.on(before);
    Decision afterwards =
        added > 0 || want == 0
            ? terms.decisions().allowed(before + added, nowMicros)
            : terms.decisions().denied(before, 1, nowMicros);
    return new Taken(added / terms.units().unitsPerPermit(), afterwards);
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    Terms terms = termsOfRules.of(rule);
    return give(key, terms, Charge.refund(terms.units(), permits), nowMicros);
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return give(key, termsOfRules.of(rule), Charge.FORGIVE, nowMicros);
  }

  /** At an instant before the last write, more would be given back than was owed since. */
  private Decision give(String key, Terms terms, Charge charge, long nowMicros) {
    long present = cells.present(nowMicros);
    long before = cells.exchange(key, terms, charge, present);
    return terms.decisions().allowed(before + charge.on(before), present);
  }

  /** {@return how many keys take room, full ones among them that have not been swept yet} */
  public long size() {
    return cells.size();
  }

  @Override
  public void close() {
    cells.clear();
  }

  @Override
  public String toString() {
    return "LocalStore[keys=" + size() + "]";
  }
}
