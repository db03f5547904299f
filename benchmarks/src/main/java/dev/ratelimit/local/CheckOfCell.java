package dev.ratelimit.local;

import dev.ratelimit.Decision;

/** What {@link LocalStore#check} does once it has found the cell of a key. Keep the two alike. */
final class CheckOfCell {

  private CheckOfCell() {}

  static Decision check(BucketCell cell, long cost, long nowMicros) {
    BucketTerms terms = cell.terms;
    if (cost > terms.burst()) {
      throw new IllegalArgumentException("cost " + cost + " exceeds burst " + terms.burst());
    }
    Charge charge = Charge.check(terms.units(), cost);
    long before = cell.exchange(terms.units().tick(nowMicros), charge);
    if (before == BucketCell.FROZEN) {
      throw new IllegalStateException("nothing here freezes cells");
    }
    long added = charge.on(before);
    return added > 0 || cost == 0
        ? terms.decisions().allowed(before + added, nowMicros)
        : terms.decisions().denied(before, cost, nowMicros);
  }
}
