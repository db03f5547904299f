package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;

/**
 * Pays off a debt that must not fall below what is out on lease, lapse by lapse.
 *
 * <pre>
 *  debt
 *    |\
 *    | \______  &lt;- clipped at what is out
 *    |        |\______   a slot lapses: paying off goes on
 *    +--------+-------+--&gt; ticks
 * </pre>
 *
 * <p>Paying off the whole stretch under the last amount out would mint permits.
 */
record Walk(BucketUnits units, long tick, long debt, Outstanding out) {

  /** {@return the debt and what is out at a later tick} */
  Walk to(long end) {
    Walk at = new Walk(units, tick, debt, out.countedAt(units, tick));
    while (at.tick < end) {
      at = at.step(Math.min(at.out.nextLapse(units), end));
    }
    return at;
  }

  /** {@return the first tick at which the debt is at most {@code target}, left to itself} */
  long reaches(long target) {
    Walk at = new Walk(units, tick, debt, out.countedAt(units, tick));
    while (at.debt > target) {
      long lapse = at.out.nextLapse(units);
      long paid = at.tick + units.ticksToPay(at.debt - target);
      if (target >= at.floor() && paid <= lapse) {
        return paid;
      }
      at = at.step(lapse);
    }
    return at.tick;
  }

  /** {@return the first tick at which at most {@code permits} are out} */
  long frees(long permits) {
    long at = tick;
    // A limit that has just changed to a finer tick can find a carried amount lapsed.
    Outstanding left = out.countedAt(units, tick);
    while (left.total() > permits) {
      at = left.nextLapse(units);
      left = left.countedAt(units, at);
    }
    return at;
  }

  private Walk step(long end) {
    long left = Math.max(floor(), Debt.paidOff(units, debt, end - tick));
    return new Walk(units, end, left, out.countedAt(units, end));
  }

  private long floor() {
    return out.total() * units.unitsPerPermit();
  }
}
