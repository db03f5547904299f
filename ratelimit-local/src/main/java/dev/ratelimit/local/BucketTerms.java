package dev.ratelimit.local;

import dev.ratelimit.BucketDecisions;
import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;

/**
 * A rule made ready: what its keys are reckoned in, and what makes its decisions. Shared by the
 * cells of the rule. Immutable.
 *
 * @param rule the rule
 * @param units of its limit
 * @param burst of its limit
 * @param decisions makes its decisions
 */
record BucketTerms(Rule rule, BucketUnits units, long burst, BucketDecisions decisions) {

  static BucketTerms of(Rule rule) {
    BucketUnits units = bucket(rule.limit()).units();
    return new BucketTerms(
        rule, units, units.burst(), BucketDecisions.of(units, rule.name(), Origin.LOCAL));
  }

  /** {@return whether these are the terms of that very instance, which is quickly told} */
  @SuppressWarnings("ReferenceEquality")
  boolean areOf(Rule instance) {
    return rule == instance;
  }

  /** {@return the decision on a cost, for which a charge was made on what was owed before} */
  Decision decision(long cost, long before, Charge charge, long nowMicros) {
    long added = charge.on(before);
    return added > 0 || cost == 0
        ? decisions.allowed(before + added, nowMicros)
        : decisions.denied(before, cost, nowMicros);
  }

  private static TokenBucket bucket(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return bucket;
    }
    throw new IllegalArgumentException("limit must be a token bucket, was " + limit);
  }
}
