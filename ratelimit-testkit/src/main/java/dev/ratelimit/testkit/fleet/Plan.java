package dev.ratelimit.testkit.fleet;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.StoreBacked;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** What all instances of a fleet are told. */
record Plan(
    long startMicros,
    Rules rules,
    Optional<TokenBucket> heldAgainst,
    BiFunction<StoreBacked, RandomGenerator, PermitLimiter> limiters,
    Map<Integer, Skew> skews) {

  Skew skew(int instance) {
    return skews.getOrDefault(instance, Skew.NONE);
  }
}
