package dev.ratelimit.testkit;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.Algorithms;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Owed;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.bucket.Bucket;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasedPermits;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Replies;
import dev.ratelimit.core.store.Taken;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A store that a simulated fleet shares: the pure algorithms over a map, exact, for every kind of
 * limit, with leases on token buckets.
 *
 * <p>Its clock is the instant that it is handed, which may step backwards as a server's clock can.
 * So threads that race with instants of their own would look like a clock that jumps to and fro,
 * which admits more than the limit: hand it the instants of one clock, in order.
 *
 * <p>Thread-safe: every operation holds the store's monitor.
 */
public final class SimulatedStore implements LeasingStore {

  private final Map<String, KeyState> states = new HashMap<>(); // guarded by this
  private final Remembered<Limit, Algorithm> algorithms = new Remembered<>(Algorithms::of);

  /** Makes a store in which every key is full. */
  public SimulatedStore() {}

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return replies(rule, nowMicros).decision(apply(key, rule, nowMicros, b -> b.check(cost)));
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return replies(rule, nowMicros).decision(apply(key, rule, nowMicros, b -> b.peek(cost)));
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return replies(rule, nowMicros)
        .held(apply(key, rule, nowMicros, b -> b.reserve(hold.cost(), hold.maxWaitMicros())));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return replies(rule, nowMicros).taken(apply(key, rule, nowMicros, b -> b.take(want)));
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return replies(rule, nowMicros).state(apply(key, rule, nowMicros, b -> b.refund(permits)));
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return replies(rule, nowMicros).state(apply(key, rule, nowMicros, LimitedKey::reset));
  }

  @Override
  public synchronized LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    requireLeasable(rule.limit());
    for (LeasedPermits spent : call.spent()) {
      lease(
          key,
          rule,
          nowMicros,
          b -> b.spent(spent.id().generation(), spent.id().slot(), spent.permits()));
    }
    for (LeasedPermits returned : call.returned()) {
      lease(
          key,
          rule,
          nowMicros,
          b -> b.giveBack(returned.id().generation(), returned.id().slot(), returned.permits()));
    }
    Decision check = check(key, rule, call.cost(), nowMicros);
    Owed owed = lease(key, rule, nowMicros, Bucket::owed);
    long want = check.allowed() ? call.want() : 0;
    Grant grant = lease(key, rule, nowMicros, b -> b.grant(want));
    return replies(rule, nowMicros).lease(check, owed, grant);
  }

  @Override
  public void close() {}

  private <A> A lease(String key, Rule rule, long nowMicros, Function<Bucket, Step<A>> operation) {
    return apply(key, rule, nowMicros, limited -> operation.apply((Bucket) limited));
  }

  private synchronized <A> A apply(
      String key, Rule rule, long nowMicros, Function<LimitedKey, Step<A>> operation) {
    @Nullable KeyState stored = states.get(Objects.requireNonNull(key, "key"));
    LimitedKey limited = algorithms.of(rule.limit()).at(stored, key, nowMicros);
    Step<A> step = operation.apply(limited);
    if (step.written()) {
      write(key, step.state());
    }
    return step.answer();
  }

  private void write(String key, @Nullable KeyState state) {
    if (state == null) {
      states.remove(key);
    } else {
      states.put(key, state);
    }
  }

  private static void requireLeasable(Limit limit) {
    if (!(limit instanceof TokenBucket)) {
      throw new IllegalArgumentException("limit must be a token bucket to be leased, was " + limit);
    }
  }

  private static Replies replies(Rule rule, long nowMicros) {
    return new Replies(rule.name(), Origin.STORE, nowMicros);
  }
}
