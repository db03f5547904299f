package dev.ratelimit.core;

import dev.ratelimit.Blocked;
import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.Unlimited;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The answers that a rule gives by itself, without a store. */
final class StandingAnswer {

  private StandingAnswer() {}

  /** {@return what an unlimited or blocked rule answers to everything, else {@code null}} */
  static @Nullable Decision of(Rule rule, TimeSource time) {
    if (rule.limit() instanceof Unlimited) {
      return by(rule, Decision.allowed(Long.MAX_VALUE, Long.MAX_VALUE), time);
    }
    if (rule.limit() instanceof Blocked) {
      return by(rule, Decision.never(0, 0), time);
    }
    return null;
  }

  private static Decision by(Rule rule, Decision decision, TimeSource time) {
    return decision.toBuilder()
        .origin(Origin.RULE)
        .ruleName(rule.name())
        .at(Instant.EPOCH.plus(time.micros(), ChronoUnit.MICROS))
        .build();
  }
}
