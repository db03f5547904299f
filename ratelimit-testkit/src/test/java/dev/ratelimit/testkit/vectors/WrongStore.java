package dev.ratelimit.testkit.vectors;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;

/** A right store without leases, whose checks have one deliberate fault. */
final class WrongStore implements Store {

  enum Fault {
    NONE,
    THROWS,
    RETRIES_A_MICROSECOND_EARLY
  }

  private final Store right = new SimulatedStore();
  private final Fault fault;
  private int closings;

  WrongStore(Fault fault) {
    this.fault = fault;
  }

  int closings() {
    return closings;
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    if (fault == Fault.THROWS) {
      throw new IllegalStateException("broken");
    }
    Decision decision = right.check(key, rule, cost, nowMicros);
    return fault == Fault.RETRIES_A_MICROSECOND_EARLY && decision.outcome() == Outcome.DENIED
        ? early(decision)
        : decision;
  }

  private static Decision early(Decision decision) {
    Duration early = decision.retryAfter().minusNanos(1_000);
    return Decision.denied(decision.limit(), decision.remaining(), early).toBuilder()
        .resetAfter(decision.resetAfter())
        .build();
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return right.peek(key, rule, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return right.reserve(key, rule, hold, nowMicros);
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return right.take(key, rule, want, nowMicros);
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return right.refund(key, rule, permits, nowMicros);
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return right.reset(key, rule, nowMicros);
  }

  @Override
  public void close() {
    closings++;
  }
}
