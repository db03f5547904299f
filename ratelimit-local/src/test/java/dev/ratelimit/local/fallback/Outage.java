package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.local.fallback.posting.Books;
import dev.ratelimit.local.fallback.posting.LastAnswers;
import dev.ratelimit.local.fallback.posting.Unposted;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.local.tiered.TieredLimiterBuilder;
import dev.ratelimit.testkit.FakeClock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A shared store that is away, as every test here begins, and what is built over it. */
public final class Outage {

  public final FakeClock clock;
  public final ShakyStore store;
  public final List<Decision> told = new CopyOnWriteArrayList<>();
  public final AtomicLong lost = new AtomicLong();
  final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onFallback(Decision decision) {
          told.add(decision);
        }

        @Override
        public void onLostPosting(long permits) {
          lost.addAndGet(permits);
        }
      };

  public Outage() {
    this(FakeClock.at(Instant.parse("2026-03-29T01:30:00Z")));
  }

  public Outage(FakeClock clock) {
    this.clock = clock;
    this.store = new ShakyStore(clock);
    store.goAway();
  }

  /** {@return the layer by itself} */
  Store layer(Fallback fallback) {
    LocalStore local = LocalStore.builder().timeSource(clock).build();
    return new FallbackStore(store, substitutes(fallback, local), listener, store::close);
  }

  /** {@return who answers, that has heard nothing of the store} */
  static Substitutes substitutes(Fallback fallback, LocalStore local) {
    LastAnswers none = new LastAnswers(1_000);
    return new Substitutes(
        fallback, local, new Books(none, new Unposted(1_000, LimiterListener.NONE)));
  }

  public TieredLimiter limiter(Rule rule, Fallback fallback) {
    return limiter(Rules.all(rule), fallback);
  }

  public TieredLimiter limiter(Rules rules, Fallback fallback) {
    return builder(rules, fallback).build();
  }

  public TieredLimiterBuilder builder(Rules rules, Fallback fallback) {
    return TieredLimiter.builder(shared(rules)).fallback(fallback).listener(listener).seed(1);
  }

  public StoreBacked shared(Rules rules) {
    return new StoreLimiter(store, rules, clock, Runnable::run);
  }
}
