package dev.ratelimit.local.lease;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Owed;
import dev.ratelimit.core.bucket.Debt;
import dev.ratelimit.core.store.LeaseReply;
import java.util.concurrent.TimeUnit;

/**
 * What a token bucket owes at least: its debt when a cost was denied, paid off at the full rate.
 * The true debt is never below that line, so one line serves every cost.
 *
 * @param units of the limit
 * @param owed what the store said
 * @param sentMicros the instant here before it was asked
 * @param deniedCost what was denied
 * @param retryMicros when the store said that cost would be there
 */
record BucketLine(BucketUnits units, Owed owed, long sentMicros, long deniedCost, long retryMicros)
    implements DenyLine {

  /**
   * {@return the line that a denial leaves}
   *
   * @param terms of the rule
   * @param cost what was denied
   * @param sentMicros an instant before it was sent
   * @param reply the denial
   * @param nowMicros when it came
   */
  static BucketLine of(
      LeaseTerms terms, long cost, long sentMicros, LeaseReply reply, long nowMicros) {
    return new BucketLine(
        terms.units(),
        reply.owed(),
        sentMicros,
        cost,
        nowMicros + TimeUnit.MICROSECONDS.convert(reply.check().retryAfter()));
  }

  @Override
  public long waitMicros(long cost, long nowMicros) {
    if (nowMicros - sentMicros > GREATEST_AGE_MICROS) {
      return 0;
    }
    long there = thereMicros(nowMicros);
    long wait =
        units.microsToPay(units.shortfall(debt(there), Math.min(cost, units.burst())), there);
    // Where permits are out on lease the store knows of a longer wait.
    return wait > 0 && cost >= deniedCost ? Math.max(wait, retryMicros - nowMicros) : wait;
  }

  @Override
  public long remaining(long nowMicros) {
    return units.level(debt(thereMicros(nowMicros)));
  }

  private long debt(long thereMicros) {
    return Debt.paidOff(units, owed.debt(), units.tick(thereMicros) - units.tick(owed.atMicros()));
  }

  /** Later than it is there: the store was asked after the request was sent. */
  private long thereMicros(long nowMicros) {
    return owed.atMicros() + Math.max(0, nowMicros - sentMicros);
  }
}
