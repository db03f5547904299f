package dev.ratelimit;

import java.util.Objects;

/**
 * Makes the decisions of one token bucket rule, for those who write a store: each decision is one
 * small object, whose remaining permits and durations are computed when they are asked for.
 *
 * <p>Immutable.
 */
public final class BucketDecisions {

  private final BucketBasis basis;

  private BucketDecisions(BucketBasis basis) {
    this.basis = basis;
  }

  /**
   * {@return a maker of decisions}
   *
   * @param units of the rule's limit
   * @param ruleName what the decisions report
   * @param origin who decides
   */
  public static BucketDecisions of(BucketUnits units, String ruleName, Origin origin) {
    Objects.requireNonNull(units, "units");
    return new BucketDecisions(BucketBasis.of(units, Provenance.of(origin, ruleName)));
  }

  /**
   * {@return an allowed decision}
   *
   * @param debt what the key owes after it, from 0 to 2^53
   * @param atMicros the instant of the decision, since the epoch
   */
  public Decision allowed(long debt, long atMicros) {
    return new Decision(basis, debt, 0, atMicros);
  }

  /**
   * {@return a denied decision; {@link Outcome#NEVER} if the cost is above the burst}
   *
   * @param debt what the key owes, from 0 to 2^53
   * @param cost what was denied, at least 1
   * @param atMicros the instant of the decision, since the epoch
   */
  public Decision denied(long debt, long cost, long atMicros) {
    Checks.inRange("cost", cost, 1, Long.MAX_VALUE);
    return new Decision(basis, debt, cost, atMicros);
  }
}
