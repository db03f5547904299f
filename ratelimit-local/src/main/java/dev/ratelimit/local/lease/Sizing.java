package dev.ratelimit.local.lease;

/** How much is asked of a key here, and how much is leased for that. Not thread-safe. */
final class Sizing {

  private static final double HOT_CHECKS = 20;

  /**
   * A longer lease would only be held longer: the demand is known of the last 100 ms (ADR 0015).
   */
  private static final long LONGEST_HORIZON_MICROS = 1_000_000;

  private static final long SCARCE_PART = 10;

  /** A quarter, not a half: what is left evens out what the next ones get (ADR 0013). */
  private static final long SCARCE_SHARE = 4;

  private static final double LEAST_WORTH = 2;
  private static final long ROUND_TRIPS_AHEAD = 3;
  private static final double SECOND_MICROS = 1_000_000;
  private static final double LEAST_SCALE = 1.0 / 16;

  private final Average permits = new Average();
  private final Average checks = new Average();
  private double scale = 1; // of the horizon

  /** What was asked for since the last time. */
  void askedSince(long permitsAsked, long checksMade, long nowMicros) {
    permits.addSince(permitsAsked, nowMicros);
    checks.addSince(checksMade, nowMicros);
  }

  void askedNow(long cost, long nowMicros) {
    permits.addNow(cost, nowMicros);
    checks.addNow(1, nowMicros);
  }

  boolean isHot() {
    return checks.perSecond() > HOT_CHECKS;
  }

  /** {@return what will probably be asked for within the horizon} */
  private double ahead(LeaseTerms terms) {
    long horizon = Math.min(terms.termMicros() / 2, LONGEST_HORIZON_MICROS);
    return permits.perSecond() * horizon * scale / SECOND_MICROS;
  }

  /** {@return whether leases carry more than one check or two} */
  boolean isWorthwhile(LeaseTerms terms) {
    return ahead(terms) >= LEAST_WORTH;
  }

  static boolean isScarce(LeaseTerms terms, long level) {
    return level < terms.burst() / SCARCE_PART;
  }

  /**
   * {@return how many permits to lease}
   *
   * @param cost what is asked for in the same call
   * @param level what the store said last that it had
   */
  long want(LeaseTerms terms, long cost, long level) {
    long most = isScarce(terms, level) ? Math.max(1, level / SCARCE_SHARE) : terms.burst();
    long wanted = (long) Math.ceil(Math.min(ahead(terms), (double) terms.burst())) - cost;
    return Math.min(Math.max(wanted, cost > 0 ? 0 : 1), most);
  }

  /** {@return how many permits are left when more is asked for ahead} */
  long lowWater(LeaseTerms terms, long roundTripMicros) {
    double meanwhile = permits.perSecond() * roundTripMicros * ROUND_TRIPS_AHEAD / SECOND_MICROS;
    return Math.max(1, (long) Math.min(meanwhile, (double) terms.burst()));
  }

  /** A lease expired: if half of it was left, the next are for a shorter time. */
  void expired(long unspent, long granted) {
    if (2 * unspent >= granted) {
      scale = Math.max(scale / 2, LEAST_SCALE);
    }
  }

  /** A lease was spent. */
  void spent() {
    scale = Math.min(1, 2 * scale);
  }
}
