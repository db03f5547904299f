package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.util.concurrent.CompletableFuture;

/** A store whose asynchronous checks are answered when a test says so; all else as by another. */
record LateStore(Store store, CompletableFuture<Decision> answer) implements Store {

  LateStore(Store store) {
    this(store, new CompletableFuture<>());
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return answer;
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return store.check(key, rule, cost, nowMicros);
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return store.peek(key, rule, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return store.reserve(key, rule, hold, nowMicros);
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return store.take(key, rule, want, nowMicros);
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return store.refund(key, rule, permits, nowMicros);
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return store.reset(key, rule, nowMicros);
  }

  @Override
  public void close() {
    store.close();
  }
}
