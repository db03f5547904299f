package dev.ratelimit.local;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Taken;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Decides under windows, logs and several buckets at once, by the pure functions of the core.
 *
 * @param rule the rule
 * @param terms of its limit
 * @param cells what keys owe
 */
record StateDecider(Rule rule, StateTerms terms, CellTable cells) implements Decider {

  @Override
  public Decision check(String key, long cost, long nowMicros) {
    return asked(key, of -> of.check(cost), nowMicros, Replies::decision);
  }

  @Override
  public Decision peek(String key, long cost, long nowMicros) {
    return asked(key, of -> of.peek(cost), nowMicros, Replies::decision);
  }

  @Override
  public Held reserve(String key, Hold hold, long nowMicros) {
    return asked(
        key, of -> of.reserve(hold.cost(), hold.maxWaitMicros()), nowMicros, Replies::held);
  }

  @Override
  public Taken take(String key, long want, long nowMicros) {
    return asked(key, of -> of.take(want), nowMicros, Replies::taken);
  }

  /** At an instant before the last write, more would be given back than was owed since. */
  @Override
  public Decision refund(String key, long permits, long nowMicros) {
    return asked(key, of -> of.refund(permits), cells.present(nowMicros), Replies::state);
  }

  @Override
  public Decision reset(String key, long nowMicros) {
    return asked(key, LimitedKey::reset, cells.present(nowMicros), Replies::state);
  }

  @Override
  public void startFrom(StoreAnswer answer, String key, long nowMicros) {
    if (answer.limit().getClass().equals(rule.limit().getClass())) {
      StateTerms.Start start = terms.startFrom(answer, nowMicros);
      cells.apply(key, terms, start.operation(), start.micros());
    }
  }

  @Override
  public long debt(String key, long nowMicros) {
    return 0;
  }

  private <A, R> R asked(
      String key,
      Function<LimitedKey, Step<A>> operation,
      long nowMicros,
      BiFunction<Replies, A, R> reply) {
    Answered<A> answered = cells.apply(key, terms, operation, nowMicros);
    if (answered.changed()) {
      cells.changedTo(key, rule);
    }
    Replies replies = new Replies(rule.name(), Origin.LOCAL, answered.micros());
    return reply.apply(replies, answered.answer());
  }
}
