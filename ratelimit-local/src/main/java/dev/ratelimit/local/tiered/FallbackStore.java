package dev.ratelimit.local.tiered;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.GuardedListener;
import dev.ratelimit.core.Reservable;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Granted;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Asks a store, and where it fails lets the rule's substitute answer. No denial, and no mistake of
 * a caller's, is ever a reason for that.
 *
 * <p>Thread-safe.
 */
final class FallbackStore implements Store {

  private final Store store;
  private final Store local;
  private final Substitutes substitutes;
  private final LimiterListener listener;
  private final Runnable closing;

  /**
   * Makes a layer.
   *
   * @param closing closes the store
   */
  FallbackStore(
      Store store,
      Store local,
      Substitutes substitutes,
      LimiterListener listener,
      Runnable closing) {
    this.closing = closing;
    this.store = store;
    this.local = local;
    this.substitutes = substitutes;
    this.listener = GuardedListener.of(listener);
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    try {
      return store.check(key, rule, cost, nowMicros);
    } catch (StoreException e) {
      return told(substitutes.of(rule).check(key, cost, moment(e, nowMicros)));
    }
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    try {
      return store.peek(key, rule, cost, nowMicros);
    } catch (StoreException e) {
      return told(substitutes.of(rule).peek(key, cost, moment(e, nowMicros)));
    }
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    try {
      return store.reserve(key, rule, hold, nowMicros);
    } catch (StoreException e) {
      return reserved(key, rule, hold, moment(e, nowMicros));
    }
  }

  /** What the store would refuse as a caller's mistake is refused also while it is away. */
  private Held reserved(String key, Rule rule, Hold hold, Moment at) {
    Reservable.require(rule.limit(), hold.maxWaitMicros());
    return told(substitutes.of(rule).reserve(key, hold, at));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    try {
      return store.take(key, rule, want, nowMicros);
    } catch (StoreException e) {
      return told(substitutes.of(rule).take(key, want, moment(e, nowMicros)));
    }
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    try {
      return store.refund(key, rule, permits, nowMicros);
    } catch (StoreException e) {
      return told(substitutes.of(rule).refund(key, permits, moment(e, nowMicros)));
    }
  }

  /** What the fallback granted goes back to it, even if the store can be asked again. */
  @Override
  public Decision cancel(String key, Rule rule, Granted granted, long nowMicros) {
    if (granted.by() == Origin.FALLBACK) {
      return substitutes
          .of(rule)
          .refund(key, granted.permits(), new Moment(nowMicros, Duration.ZERO));
    }
    try {
      return store.cancel(key, rule, granted, nowMicros);
    } catch (StoreException e) {
      return told(substitutes.of(rule).refund(key, granted.permits(), moment(e, nowMicros)));
    }
  }

  /** Where the store fails, each key is asked by itself, and follows its own fallback. */
  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    try {
      return store.checkTogether(demands, nowMicros);
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    try {
      return store.reset(key, rule, nowMicros);
    } catch (StoreException e) {
      return told(substitutes.of(rule).reset(key, moment(e, nowMicros)));
    }
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return orElse(
        () -> store.checkAsync(key, rule, cost, nowMicros),
        e -> told(substitutes.of(rule).check(key, cost, moment(e, nowMicros))));
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return orElse(
        () -> store.reserveAsync(key, rule, hold, nowMicros),
        e -> reserved(key, rule, hold, moment(e, nowMicros)));
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return orElse(
        () -> store.takeAsync(key, rule, want, nowMicros),
        e -> told(substitutes.of(rule).take(key, want, moment(e, nowMicros))));
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return orElse(
        () -> store.refundAsync(key, rule, permits, nowMicros),
        e -> told(substitutes.of(rule).refund(key, permits, moment(e, nowMicros))));
  }

  /** A store that never blocks may fail before it makes a future: that is the same failure. */
  private static <T> CompletableFuture<T> orElse(
      Supplier<CompletableFuture<T>> question, Function<StoreException, T> substitute) {
    CompletableFuture<T> answer;
    try {
      answer = question.get();
    } catch (StoreException e) {
      return CompletableFuture.completedFuture(substitute.apply(e));
    }
    return answer.exceptionally(
        failure -> {
          Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
          if (cause instanceof StoreException e) {
            return substitute.apply(e);
          }
          throw failure instanceof CompletionException wrapped
              ? wrapped
              : new CompletionException(failure);
        });
  }

  private static Moment moment(StoreException e, long nowMicros) {
    return new Moment(nowMicros, e.nextProbe());
  }

  private Decision told(Decision decision) {
    listener.onFallback(decision);
    return decision;
  }

  private Held told(Held held) {
    listener.onFallback(held.decision());
    return held;
  }

  private Taken told(Taken taken) {
    listener.onFallback(taken.decision());
    return taken;
  }

  @Override
  public void close() {
    local.close();
    closing.run();
  }
}
