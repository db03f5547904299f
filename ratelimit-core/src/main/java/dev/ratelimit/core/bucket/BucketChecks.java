package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;

/**
 * Checks on a bucket of which nothing is out on lease, one after the other at one instant: what
 * {@link Bucket#check} answers, without making a bucket for each.
 *
 * <p>Not thread-safe.
 */
public final class BucketChecks {

  private final BucketUnits units;
  private final long burst;
  private final long micros;
  private long debt;

  /**
   * Begins before the first check.
   *
   * @param units of the limit
   * @param debt what the key owes at the instant, from 0 to the most that the units know
   * @param micros the instant, since the epoch
   */
  public BucketChecks(BucketUnits units, long debt, long micros) {
    this.units = units;
    this.burst = units.burst();
    this.debt = debt;
    this.micros = micros;
  }

  /**
   * {@return the answer to the next check}
   *
   * @param cost permits, at least 0
   */
  public Verdict next(long cost) {
    if (cost > burst) {
      return new Verdict(false, 0, Wait.NEVER, report());
    }
    long shortfall = units.shortfall(debt, cost);
    if (shortfall > 0) {
      return new Verdict(false, 0, units.microsToPay(shortfall, micros), report());
    }
    debt += cost * units.unitsPerPermit();
    return new Verdict(true, 0, 0, report());
  }

  private Report report() {
    return new Report(burst, units.level(debt), units.microsToPay(debt, micros));
  }
}
