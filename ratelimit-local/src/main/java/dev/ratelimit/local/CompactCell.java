package dev.ratelimit.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A cell whose state is one long, for limits that pay off few units a tick. */
final class CompactCell extends BucketCell {

  /*
   * `owed` = tick * unitsPerTick + debt: the same number says what is owed at every later tick, so
   * the passing of time is never written. The sign bit marks a frozen cell.
   *
   *      owed ----------------------------.
   *      tick * unitsPerTick -----.       |
   *                               |<-debt->|
   */
  private static final long FROZEN_BIT = Long.MIN_VALUE;
  private static final VarHandle OWED;

  static {
    try {
      OWED = MethodHandles.lookup().findVarHandle(CompactCell.class, "owed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long owed;

  CompactCell(BucketTerms terms, long debt, long tick) {
    super(terms);
    OWED.set(this, paidBy(tick) + debt);
  }

  @Override
  long exchange(long tick, Charge charge) {
    long paid = paidBy(tick);
    while (true) {
      long seen = owed;
      if (seen < 0) {
        return FROZEN;
      }
      long debt = Math.max(0, seen - paid);
      long added = charge.on(debt);
      if (added == 0 || OWED.compareAndSet(this, seen, paid + debt + added)) {
        return debt;
      }
    }
  }

  @Override
  boolean freezeIfFull(long tick) {
    long seen = owed;
    return seen >= 0 && seen <= paidBy(tick) && OWED.compareAndSet(this, seen, seen | FROZEN_BIT);
  }

  @Override
  void freeze() {
    OWED.getAndBitwiseOr(this, FROZEN_BIT);
  }

  @Override
  long owed(long tick) {
    return Math.max(0, (owed & ~FROZEN_BIT) - paidBy(tick));
  }

  private long paidBy(long tick) {
    return tick * terms.units().unitsPerTick();
  }
}
