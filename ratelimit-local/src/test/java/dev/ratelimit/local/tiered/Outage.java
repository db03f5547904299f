package dev.ratelimit.local.tiered;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.testkit.FakeClock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A shared store that is away, as every test here begins, and what is built over it. */
final class Outage {

  final FakeClock clock;
  final ShakyStore store;
  final List<Decision> told = new CopyOnWriteArrayList<>();
  final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onFallback(Decision decision) {
          told.add(decision);
        }
      };

  Outage() {
    this(FakeClock.at(Instant.parse("2026-03-29T01:30:00Z")));
  }

  Outage(FakeClock clock) {
    this.clock = clock;
    this.store = new ShakyStore(clock);
    store.goAway();
  }

  /** {@return the layer by itself} */
  Store layer(Fallback fallback) {
    LocalStore local = LocalStore.builder().timeSource(clock).build();
    return new FallbackStore(store, new Substitutes(fallback, local), listener, store::close);
  }

  TieredLimiter limiter(Rule rule, Fallback fallback) {
    return limiter(Rules.all(rule), fallback);
  }

  TieredLimiter limiter(Rules rules, Fallback fallback) {
    return TieredLimiter.builder(shared(rules)).fallback(fallback).listener(listener).build();
  }

  StoreBacked shared(Rules rules) {
    return new StoreLimiter(store, rules, clock, Runnable::run);
  }
}
