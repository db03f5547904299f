package dev.ratelimit.examples;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.testkit.SimulatedStore;

/**
 * A store as somebody else might write it: it decides by a clock of its own, whatever instant a
 * caller hands in.
 *
 * <p>Thread-safe: reads the clock and decides in one step.
 */
final class MyStore implements Store {

  private final Store states = new SimulatedStore(); // guarded by this
  private final TimeSource time;

  MyStore(TimeSource time) {
    this.time = time;
  }

  @Override
  public synchronized Decision check(String key, Rule rule, long cost, long nowMicros) {
    return states.check(key, rule, cost, time.micros());
  }

  @Override
  public synchronized Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return states.peek(key, rule, cost, time.micros());
  }

  @Override
  public synchronized Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return states.reserve(key, rule, hold, time.micros());
  }

  @Override
  public synchronized Taken take(String key, Rule rule, long want, long nowMicros) {
    return states.take(key, rule, want, time.micros());
  }

  @Override
  public synchronized Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return states.refund(key, rule, permits, time.micros());
  }

  @Override
  public synchronized Decision reset(String key, Rule rule, long nowMicros) {
    return states.reset(key, rule, time.micros());
  }

  @Override
  public synchronized void close() {
    states.close();
  }
}
