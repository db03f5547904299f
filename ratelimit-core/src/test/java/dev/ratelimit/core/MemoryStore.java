package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The smallest store: a map and a lock. Remembers what it was asked. */
final class MemoryStore implements Store {

  private final Map<String, BucketState> states = new HashMap<>();
  private final List<String> calls = new ArrayList<>();
  private Consumer<String> beforeCheck = key -> {};
  private Runnable afterReserve = () -> {};
  private boolean refusesRefunds;

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    beforeCheck.accept(key);
    note("check " + key + " " + rule.name() + " " + cost + " @" + nowMicros);
    return replies(rule, nowMicros).decision(apply(key, rule, nowMicros, b -> b.check(cost)));
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    note("peek " + key + " " + rule.name() + " " + cost + " @" + nowMicros);
    return replies(rule, nowMicros).decision(apply(key, rule, nowMicros, b -> b.peek(cost)));
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    note("reserve " + key + " " + hold.cost() + " in " + hold.maxWaitMicros() + " @" + nowMicros);
    Held held =
        replies(rule, nowMicros)
            .held(apply(key, rule, nowMicros, b -> b.reserve(hold.cost(), hold.maxWaitMicros())));
    afterReserve.run();
    return held;
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    note("take " + key + " " + want + " @" + nowMicros);
    return replies(rule, nowMicros).taken(apply(key, rule, nowMicros, b -> b.take(want)));
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    note("refund " + key + " " + permits + " @" + nowMicros);
    if (refusesRefunds) {
      throw new IllegalArgumentException("no refunds");
    }
    return replies(rule, nowMicros).state(apply(key, rule, nowMicros, b -> b.refund(permits)));
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    note("reset " + key + " @" + nowMicros);
    return replies(rule, nowMicros).state(apply(key, rule, nowMicros, Bucket::reset));
  }

  @Override
  public void close() {
    note("close");
  }

  /** What happens when a key is about to be checked. */
  void beforeCheck(Consumer<String> action) {
    beforeCheck = action;
  }

  /** What happens between a reservation and its caller's hearing of it. */
  void afterReserve(Runnable action) {
    afterReserve = action;
  }

  void refuseRefunds() {
    refusesRefunds = true;
  }

  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  synchronized void forgetCalls() {
    calls.clear();
  }

  private synchronized void note(String call) {
    calls.add(call);
  }

  private synchronized <A> A apply(
      String key, Rule rule, long nowMicros, Function<Bucket, Step<A>> operation) {
    TokenBucket limit = (TokenBucket) rule.limit();
    Step<A> step = operation.apply(Bucket.at(states.get(key), limit.units(), nowMicros));
    states.put(key, (BucketState) step.state());
    return step.answer();
  }

  private static Replies replies(Rule rule, long nowMicros) {
    return new Replies(rule.name(), Origin.STORE, nowMicros);
  }
}
