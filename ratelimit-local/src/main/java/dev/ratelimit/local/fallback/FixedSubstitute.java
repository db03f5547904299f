package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.DecisionBuilder;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Taken;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Answers all keys alike.
 *
 * @param rule the rule
 * @param limit the most permits the rule's limit can grant at once
 * @param open whether everything is allowed, or everything denied
 */
record FixedSubstitute(Rule rule, long limit, boolean open) implements Substitute {

  @Override
  public Decision check(String key, long cost, Moment at) {
    return finished(cost > limit ? never() : open || cost == 0 ? allowed() : denied(at), at);
  }

  @Override
  public Decision peek(String key, long cost, Moment at) {
    return check(key, cost, at);
  }

  @Override
  public Held reserve(String key, Hold hold, Moment at) {
    return new Held(check(key, hold.cost(), at), 0);
  }

  @Override
  public Taken take(String key, long want, Moment at) {
    long granted = open ? Math.min(want, limit) : 0;
    return new Taken(granted, check(key, Math.min(want, limit), at));
  }

  @Override
  public Decision refund(String key, long permits, Moment at) {
    return finished(allowed(), at);
  }

  @Override
  public Decision reset(String key, Moment at) {
    return finished(allowed(), at);
  }

  private DecisionBuilder allowed() {
    return Decision.allowed(limit, open ? limit : 0).toBuilder();
  }

  private DecisionBuilder denied(Moment at) {
    return Decision.denied(limit, 0, at.retryAfter()).toBuilder();
  }

  private DecisionBuilder never() {
    return Decision.never(limit, open ? limit : 0).toBuilder();
  }

  private Decision finished(DecisionBuilder decision, Moment at) {
    return decision
        .origin(Origin.FALLBACK)
        .degraded()
        .ruleName(rule.name())
        .at(Instant.EPOCH.plus(at.nowMicros(), ChronoUnit.MICROS))
        .build();
  }
}
