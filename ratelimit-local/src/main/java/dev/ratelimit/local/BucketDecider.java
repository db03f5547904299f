package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.Debt;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Taken;

/**
 * Decides under a token bucket.
 *
 * @param terms of the rule
 * @param cells what keys owe
 */
record BucketDecider(BucketTerms terms, CellTable cells) implements Decider {

  @Override
  public Decision check(String key, long cost, long nowMicros) {
    if (cost > terms.burst()) {
      return peek(key, cost, nowMicros);
    }
    Charge charge = Charge.check(terms.units(), cost);
    long before = cells.exchange(key, terms, charge, nowMicros);
    return terms.decision(cost, before, charge, nowMicros);
  }

  @Override
  public Decision peek(String key, long cost, long nowMicros) {
    long owed = cells.exchange(key, terms, Charge.NONE, nowMicros);
    boolean there = cost <= terms.burst() && terms.units().shortfall(owed, cost) == 0;
    return there
        ? terms.decisions().allowed(owed, nowMicros)
        : terms.decisions().denied(owed, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Hold hold, long nowMicros) {
    BucketUnits units = terms.units();
    Debt.requireReservable(units, hold.maxWaitMicros());
    if (hold.cost() > terms.burst()) {
      return new Held(peek(key, hold.cost(), nowMicros), 0);
    }
    Charge charge = Charge.reserve(units, hold.cost(), hold.maxWaitMicros(), nowMicros);
    long before = cells.exchange(key, terms, charge, nowMicros);
    long wait = units.microsToPay(units.shortfall(before, hold.cost()), nowMicros);
    long added = charge.on(before);
    return added > 0 || hold.cost() == 0
        ? new Held(terms.decisions().allowed(before + added, nowMicros), wait)
        : refused(before, wait - hold.maxWaitMicros(), nowMicros);
  }

  private Held refused(long owed, long retryMicros, long nowMicros) {
    BucketUnits units = terms.units();
    Report report =
        new Report(terms.burst(), units.level(owed), units.microsToPay(owed, nowMicros));
    return new Replies(terms.rule().name(), Origin.LOCAL, nowMicros)
        .held(new Verdict(false, 0, retryMicros, report));
  }

  @Override
  public Taken take(String key, long want, long nowMicros) {
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
  public Decision refund(String key, long permits, long nowMicros) {
    return give(key, Charge.refund(terms.units(), permits), nowMicros);
  }

  @Override
  public Decision reset(String key, long nowMicros) {
    return give(key, Charge.FORGIVE, nowMicros);
  }

  @Override
  public void startFrom(StoreAnswer answer, String key, long nowMicros) {
    if (answer.limit() instanceof TokenBucket bucket) {
      long least = answer.converted(bucket, terms.units(), nowMicros);
      cells.exchange(key, terms, Charge.upTo(least), nowMicros);
    }
  }

  @Override
  public long debt(String key, long nowMicros) {
    return cells.exchange(key, terms, Charge.NONE, nowMicros);
  }

  /** At an instant before the last write, more would be given back than was owed since. */
  private Decision give(String key, Charge charge, long nowMicros) {
    long present = cells.present(nowMicros);
    long before = cells.exchange(key, terms, charge, present);
    return terms.decisions().allowed(before + charge.on(before), present);
  }
}
