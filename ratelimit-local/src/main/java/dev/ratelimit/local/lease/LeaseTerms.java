package dev.ratelimit.local.lease;

import dev.ratelimit.BucketDecisions;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;

/**
 * What leasing under one rule goes by. Immutable.
 *
 * @param rule the rule, of a token bucket
 * @param units of its limit
 * @param termMicros how long a lease is spent, counted from before it was asked for
 * @param pauseMicros the least pause after the store had too little
 * @param decisions makes those of leases
 */
record LeaseTerms(
    Rule rule, BucketUnits units, long termMicros, long pauseMicros, BucketDecisions decisions) {

  /** A grant counts for at least this many slots. */
  private static final long TERM_SLOTS = 4;

  /** Clocks may run at rates this much apart. */
  private static final long DRIFT_PERCENT = 1;

  private static final long PERCENT = 100;
  private static final long LONGEST_PAUSE_MICROS = 50_000;

  static LeaseTerms of(Rule rule) {
    BucketUnits units = ((TokenBucket) rule.limit()).units();
    long slots = TERM_SLOTS * units.slotTicks() * units.tickMicros();
    long refill = units.ticksToPay(units.capacity()) * units.tickMicros();
    return new LeaseTerms(
        rule,
        units,
        slots / PERCENT * (PERCENT - DRIFT_PERCENT)
            + slots % PERCENT * (PERCENT - DRIFT_PERCENT) / PERCENT,
        Math.max(1, Math.min(LONGEST_PAUSE_MICROS, refill / 2)),
        BucketDecisions.of(units, rule.name(), Origin.LEASE));
  }

  @SuppressWarnings("ReferenceEquality") // the usual case, and quicker
  boolean isOf(Rule other) {
    return rule == other || rule.equals(other);
  }

  long burst() {
    return units.burst();
  }

  /**
   * {@return an allowed check}
   *
   * @param remaining how many permits are probably left in all
   * @param nowMicros when
   */
  Decision allowed(long remaining, long nowMicros) {
    long known = Math.min(remaining, burst());
    return decisions.allowed(units.capacity() - known * units.unitsPerPermit(), nowMicros);
  }
}
