package dev.ratelimit.local.fallback;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.DecisionBuilder;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.Reservable;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.local.StoreAnswer;
import dev.ratelimit.local.fallback.posting.ShareDebt;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Answers from buckets of this instance.
 *
 * @param rule the rule, under its name but with this instance's limit
 * @param limit the most permits the rule's own limit can grant at once
 * @param longestWait the longest wait in microseconds that this instance's limit can be reserved
 *     for, which may be less than the rule's own; empty if it has no reservations
 * @param units in which debts are counted; empty if nothing is owed in permits
 * @param store keeps this instance's buckets
 */
record LocalSubstitute(
    Rule rule, long limit, OptionalLong longestWait, Optional<BucketUnits> units, LocalStore store)
    implements Substitute {

  /**
   * {@return who answers for a rule}
   *
   * @param rule of the store
   * @param limit of this instance
   */
  static LocalSubstitute of(Rule rule, Limit limit, LocalStore store) {
    return new LocalSubstitute(
        Rule.of(rule.name(), limit),
        rule.limit().mostPermits(),
        Reservable.longestWait(limit),
        limit instanceof TokenBucket bucket ? Optional.of(bucket.units()) : Optional.empty(),
        store);
  }

  @Override
  public Decision check(String key, long cost, Moment at) {
    return cost > limit
        ? never(key, at)
        : marked(store.check(key, rule, cost, at.nowMicros()), cost, at);
  }

  @Override
  public Decision peek(String key, long cost, Moment at) {
    return cost > limit
        ? never(key, at)
        : marked(store.peek(key, rule, cost, at.nowMicros()), cost, at);
  }

  @Override
  public Held reserve(String key, Hold hold, Moment at) {
    if (hold.cost() > limit) {
      return new Held(never(key, at), 0);
    }
    if (longestWait.isEmpty()) {
      return new Held(hold.cost() == 0 ? check(key, 0, at) : unreservable(key, at), 0);
    }
    Hold reachable = new Hold(hold.cost(), Math.min(hold.maxWaitMicros(), longestWait.getAsLong()));
    Held held = store.reserve(key, rule, reachable, at.nowMicros());
    return new Held(marked(held.decision(), hold.cost(), at), held.waitMicros());
  }

  @Override
  public Taken take(String key, long want, Moment at) {
    Taken taken = store.take(key, rule, Math.min(want, limit), at.nowMicros());
    return new Taken(taken.granted(), marked(taken.decision(), 0, at));
  }

  @Override
  public Decision refund(String key, long permits, Moment at) {
    long returned = at.unsent() ? permits : 0; // else the store may have them
    return marked(store.refund(key, rule, returned, at.nowMicros()), 0, at);
  }

  @Override
  public Decision reset(String key, Moment at) {
    return marked(store.reset(key, rule, at.nowMicros()), 0, at);
  }

  void startFrom(StoreAnswer answer, String key, Moment at) {
    store.startFrom(answer, key, rule, at.nowMicros());
  }

  /** {@return what the key owes here, unless that is not kept in permits} */
  Optional<ShareDebt> debt(String key, Moment at) {
    return units.map(
        of -> new ShareDebt(of, store.debt(key, rule, at.nowMicros()), at.nowMicros()));
  }

  /** What this instance can never grant, the store may: it is worth trying again. */
  private Decision marked(Decision decision, long cost, Moment at) {
    return decision.outcome() == Outcome.NEVER && cost <= limit
        ? like(decision, Decision.denied(decision.limit(), decision.remaining(), at.retryAfter()))
        : mark(decision.toBuilder());
  }

  /**
   * What the store can never grant, this instance does not either, though its limit may be more.
   */
  private Decision never(String key, Moment at) {
    Decision state = store.peek(key, rule, 0, at.nowMicros());
    return like(state, Decision.never(state.limit(), state.remaining()));
  }

  /** What this instance's kind of limit knows no reservations of, the store's may. */
  private Decision unreservable(String key, Moment at) {
    Decision state = store.peek(key, rule, 0, at.nowMicros());
    return like(state, Decision.denied(state.limit(), state.remaining(), at.retryAfter()));
  }

  private static Decision like(Decision state, Decision answer) {
    return mark(
        answer.toBuilder()
            .resetAfter(state.resetAfter())
            .at(state.resetAt().minus(state.resetAfter()))
            .ruleName(state.ruleName()));
  }

  private static Decision mark(DecisionBuilder answer) {
    return answer.origin(Origin.FALLBACK).degraded().build();
  }
}
