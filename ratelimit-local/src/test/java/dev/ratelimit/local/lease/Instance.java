package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import java.util.concurrent.CompletableFuture;

/**
 * One process: a layer over a store whose answers a test holds in its hand.
 *
 * <p>Under {@link #RULE} a bucket refills in 1 s: a lease slot is 25 ms, a term 99 ms, the shortest
 * pause 50 ms.
 */
final class Instance {

  static final Rule RULE = Rule.of("busy", Limit.perSecond(1_000));
  static final long TERM_MICROS = 99_000;
  static final long START = 1_700_000_000_000_000L;

  final FakeClock clock;
  final HandStore store;
  final LeaseLayer layer;

  Instance() {
    this(leasing(1_000));
  }

  Instance(LeaseOptions options) {
    clock = FakeClock.atMicros(START);
    store = new HandStore(clock);
    layer = new LeaseLayer(store, clock, options, store::close);
  }

  /** Leases bursts from 200 on. */
  static LeaseOptions leasing(long maximumKeys) {
    return new LeaseOptions(false, 200, maximumKeys, Runnable::run, 1, LimiterListener.NONE);
  }

  static LeaseOptions strict() {
    return new LeaseOptions(true, 200, 1_000, Runnable::run, 1, LimiterListener.NONE);
  }

  Decision check(long cost) {
    return check(RULE, cost);
  }

  Decision check(Rule rule, long cost) {
    return layer.check("key", rule, cost, clock.micros());
  }

  CompletableFuture<Decision> checkAsync(long cost) {
    return layer.checkAsync("key", RULE, cost, clock.micros());
  }

  Decision peek(long cost) {
    return store.peek("key", RULE, cost, clock.micros());
  }

  /** More than 20 checks a second: two now, so that the next one asks for a lease. */
  void heat(long cost) {
    heat(RULE, cost);
  }

  void heat(Rule rule, long cost) {
    check(rule, cost);
    check(rule, cost);
  }

  /** Takes a lease of 49: 300 permits in 0.1 s are 148.5 in half a term, of which 100 are spent. */
  void lease49() {
    heat(100);
    check(100);
  }
}
