package dev.ratelimit.local;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
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
  private final Remembered<Rule, Decider> deciders = new Remembered<>(this::decider);

  LocalStore(CellTable cells) {
    this.cells = cells;
  }

  /** {@return a builder} */
  public static LocalStoreBuilder builder() {
    return new LocalStoreBuilder();
  }

  private Decider decider(Rule rule) {
    return rule.limit() instanceof TokenBucket
        ? new BucketDecider(BucketTerms.of(rule), cells)
        : new StateDecider(rule, StateTerms.of(rule.limit()), cells);
  }

  /** A known key under a token bucket is decided by its cell alone. */
  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    if (cells.get(key) instanceof BucketCell cell
        && cell.terms.areOf(rule)
        && cost <= cell.terms.burst()) {
      Charge charge = Charge.check(cell.terms.units(), cost);
      long before = cell.exchange(cell.terms.units().tick(nowMicros), charge);
      if (before != BucketCell.FROZEN) {
        return cell.terms.decision(cost, before, charge, nowMicros);
      }
    }
    return deciders.of(rule).check(key, cost, nowMicros);
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return deciders.of(rule).peek(key, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return deciders.of(rule).reserve(key, hold, nowMicros);
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return deciders.of(rule).take(key, want, nowMicros);
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return deciders.of(rule).refund(key, permits, nowMicros);
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return deciders.of(rule).reset(key, nowMicros);
  }

  /**
   * Has a key owe at least what a store said of it, as far as that can be told: a share of a limit
   * begins where the whole was.
   *
   * <p>Between token buckets the fill level is kept, as under a changed limit. Between windows of a
   * kind the part that was used is, and counts from when that was heard: it comes back no sooner
   * than in the store. Of several buckets at once an answer tells of one. Between limits of
   * different kinds nothing is done.
   *
   * @param answer what the store said
   * @param key of which key
   * @param rule the rule the key is under here
   * @param nowMicros the caller's instant, in microseconds since the epoch
   */
  public void startFrom(StoreAnswer answer, String key, Rule rule, long nowMicros) {
    deciders.of(rule).startFrom(answer, key, nowMicros);
  }

  /**
   * {@return what a key owes, in the units of its limit; 0 under any other than a token bucket}
   *
   * @param key of which key
   * @param rule the rule the key is under
   * @param nowMicros the caller's instant, in microseconds since the epoch
   */
  public long debt(String key, Rule rule, long nowMicros) {
    return deciders.of(rule).debt(key, nowMicros);
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
