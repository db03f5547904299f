package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Taken;
import java.util.concurrent.CompletableFuture;

/** A {@link ShakyStore} that grants leases. */
public record ShakyLeases(ShakyStore way) implements LeasingStore {

  @Override
  public LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    return way.lease(key, rule, call);
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return way.check(key, rule, cost, nowMicros);
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return way.peek(key, rule, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return way.reserve(key, rule, hold, nowMicros);
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return way.take(key, rule, want, nowMicros);
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return way.takeAsync(key, rule, want, nowMicros);
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return way.refund(key, rule, permits, nowMicros);
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return way.reset(key, rule, nowMicros);
  }

  @Override
  public void close() {
    way.close();
  }
}
