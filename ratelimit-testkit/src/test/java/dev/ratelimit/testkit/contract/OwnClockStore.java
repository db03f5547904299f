package dev.ratelimit.testkit.contract;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.testkit.SimulatedStore;

/**
 * A store that decides by a clock of its own, as a server does, so that callers which read theirs a
 * little earlier do not set it back. Thread-safe: reads the clock and decides in one step.
 */
final class OwnClockStore implements Store {

  private final Store store = new SimulatedStore();
  private final TimeSource time;

  OwnClockStore(TimeSource time) {
    this.time = time;
  }

  @Override
  public synchronized Decision check(String key, Rule rule, long cost, long nowMicros) {
    return store.check(key, rule, cost, time.micros());
  }

  @Override
  public synchronized Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return store.peek(key, rule, cost, time.micros());
  }

  @Override
  public synchronized Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return store.reserve(key, rule, hold, time.micros());
  }

  @Override
  public synchronized Taken take(String key, Rule rule, long want, long nowMicros) {
    return store.take(key, rule, want, time.micros());
  }

  @Override
  public synchronized Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return store.refund(key, rule, permits, time.micros());
  }

  @Override
  public synchronized Decision reset(String key, Rule rule, long nowMicros) {
    return store.reset(key, rule, time.micros());
  }

  @Override
  public void close() {}
}
