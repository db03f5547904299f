package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.bucket.Debt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A cell for limits that pay off so many units a tick that debt and tick need two numbers. */
final class WideCell extends BucketCell {

  private record Owed(long debt, long tick, boolean frozen) {

    long at(long now, BucketUnits units) {
      return now >= tick
          ? Debt.paidOff(units, debt, now - tick)
          : Math.min(BucketUnits.MAX_DEBT, debt + owedEarlier(tick - now, units));
    }

    private static long owedEarlier(long ticks, BucketUnits units) {
      long most = BucketUnits.MAX_DEBT / units.unitsPerTick();
      return Math.min(ticks, most) * units.unitsPerTick();
    }
  }

  private static final VarHandle OWED;

  static {
    try {
      OWED = MethodHandles.lookup().findVarHandle(WideCell.class, "owed", Owed.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Owed owed;

  WideCell(BucketTerms terms, long debt, long tick) {
    super(terms);
    owed = new Owed(debt, tick, false);
  }

  @Override
  long exchange(long tick, Charge charge) {
    while (true) {
      Owed seen = owed;
      if (seen.frozen) {
        return FROZEN;
      }
      long debt = seen.at(tick, terms.units());
      long added = charge.on(debt);
      if (added == 0 || OWED.compareAndSet(this, seen, charged(seen, tick, debt, added))) {
        return debt;
      }
    }
  }

  private static Owed charged(Owed seen, long tick, long debt, long added) {
    return tick >= seen.tick
        ? new Owed(debt + added, tick, false)
        : new Owed(Math.max(0, seen.debt + added), seen.tick, false);
  }

  @Override
  boolean freezeIfFull(long tick) {
    Owed seen = owed;
    return !seen.frozen
        && seen.at(tick, terms.units()) == 0
        && OWED.compareAndSet(this, seen, new Owed(seen.debt, seen.tick, true));
  }

  @Override
  void freeze() {
    Owed seen;
    do {
      seen = owed;
    } while (!seen.frozen && !OWED.compareAndSet(this, seen, new Owed(seen.debt, seen.tick, true)));
  }

  @Override
  long owed(long tick) {
    return owed.at(tick, terms.units());
  }
}
