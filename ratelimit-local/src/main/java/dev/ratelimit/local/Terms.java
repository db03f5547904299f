package dev.ratelimit.local;

import dev.ratelimit.BucketDecisions;
import dev.ratelimit.BucketUnits;
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
record Terms(Rule rule, BucketUnits units, long burst, BucketDecisions decisions) {

  static Terms of(Rule rule) {
    BucketUnits units = bucket(rule.limit()).units();
    return new Terms(
        rule, units, units.burst(), BucketDecisions.of(units, rule.name(), Origin.LOCAL));
  }

  /** {@return whether these are the terms of that very instance, which is quickly told} */
  @SuppressWarnings("ReferenceEquality")
  boolean areOf(Rule instance) {
    return rule == instance;
  }

  private static TokenBucket bucket(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return bucket;
    }
    throw new IllegalArgumentException("limit must be a token bucket, was " + limit);
  }
}
