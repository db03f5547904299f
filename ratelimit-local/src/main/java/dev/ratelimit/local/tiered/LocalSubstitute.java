package dev.ratelimit.local.tiered;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;

/**
 * Answers from buckets of this instance.
 *
 * @param rule the rule, under its name but with this instance's limit
 * @param limit the most permits the rule's own limit can grant at once
 * @param store keeps this instance's buckets
 */
record LocalSubstitute(Rule rule, long limit, Store store) implements Substitute {

  @Override
  public Decision check(String key, long cost, Moment at) {
    return marked(store.check(key, rule, cost, at.nowMicros()), cost, at);
  }

  @Override
  public Decision peek(String key, long cost, Moment at) {
    return marked(store.peek(key, rule, cost, at.nowMicros()), cost, at);
  }

  @Override
  public Held reserve(String key, Hold hold, Moment at) {
    Held held = store.reserve(key, rule, hold, at.nowMicros());
    return new Held(marked(held.decision(), hold.cost(), at), held.waitMicros());
  }

  @Override
  public Taken take(String key, long want, Moment at) {
    Taken taken = store.take(key, rule, want, at.nowMicros());
    return new Taken(taken.granted(), marked(taken.decision(), want, at));
  }

  @Override
  public Decision refund(String key, long permits, Moment at) {
    return marked(store.refund(key, rule, permits, at.nowMicros()), 0, at);
  }

  @Override
  public Decision reset(String key, Moment at) {
    return marked(store.reset(key, rule, at.nowMicros()), 0, at);
  }

  /** What this instance can never grant, the store may: it is worth trying again. */
  private Decision marked(Decision decision, long cost, Moment at) {
    boolean beyondShare = decision.outcome() == Outcome.NEVER && cost <= limit;
    Decision answer =
        beyondShare
            ? Decision.denied(decision.limit(), decision.remaining(), at.retryAfter()).toBuilder()
                .resetAfter(decision.resetAfter())
                .at(decision.resetAt().minus(decision.resetAfter()))
                .ruleName(decision.ruleName())
                .build()
            : decision;
    return answer.toBuilder().origin(Origin.FALLBACK).degraded().build();
  }
}
