package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.GuardedListener;
import dev.ratelimit.core.Reservable;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Granted;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Asks a store, and where it fails lets the rule's substitute answer. No denial, and no mistake of
 * a caller's, is ever a reason for that.
 *
 * <p>Thread-safe.
 */
public final class FallbackStore implements Store {

  private final Store store;
  private final Substitutes substitutes;
  private final LimiterListener listener;
  private final Runnable closing;
  private final Instead refused =
      (key, rule, cost, nowMicros, refusal) ->
          checked(key, rule, cost, Moment.of(refusal, nowMicros));

  /**
   * Makes a layer.
   *
   * @param closing closes the store and what substitutes keep
   */
  public FallbackStore(
      Store store, Substitutes substitutes, LimiterListener listener, Runnable closing) {
    this.closing = closing;
    this.store = store;
    this.substitutes = substitutes;
    this.listener = GuardedListener.of(listener);
  }

  /** Spelled out, since a check that the store answers is to allocate nothing here. */
  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    try {
      return store.check(key, rule, cost, nowMicros, refused);
    } catch (RuntimeException e) {
      return checked(key, rule, cost, Moment.of(StoreFailure.of(e), nowMicros));
    }
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return askedAsync(
        () -> store.checkAsync(key, rule, cost, nowMicros),
        at -> checked(key, rule, cost, at),
        nowMicros);
  }

  private Decision checked(String key, Rule rule, long cost, Moment at) {
    return told(substitutes.of(rule).check(key, cost, at));
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return asked(
        () -> store.peek(key, rule, cost, nowMicros),
        at -> told(substitutes.of(rule).peek(key, cost, at)),
        nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return asked(
        () -> store.reserve(key, rule, hold, nowMicros),
        at -> reserved(key, rule, hold, at),
        nowMicros);
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return askedAsync(
        () -> store.reserveAsync(key, rule, hold, nowMicros),
        at -> reserved(key, rule, hold, at),
        nowMicros);
  }

  /** What the store would refuse as a caller's mistake is refused also while it is away. */
  private Held reserved(String key, Rule rule, Hold hold, Moment at) {
    Reservable.require(rule.limit(), hold.maxWaitMicros());
    Held held = substitutes.of(rule).reserve(key, hold, at);
    told(held.decision());
    return held;
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return asked(
        () -> store.take(key, rule, want, nowMicros), at -> taken(key, rule, want, at), nowMicros);
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return askedAsync(
        () -> store.takeAsync(key, rule, want, nowMicros),
        at -> taken(key, rule, want, at),
        nowMicros);
  }

  private Taken taken(String key, Rule rule, long want, Moment at) {
    Taken taken = substitutes.of(rule).take(key, want, at);
    told(taken.decision());
    return taken;
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    long unposted = unposted(key, rule, permits, nowMicros);
    long rest = permits - unposted;
    return unposted > 0 && rest == 0
        ? refunded(key, rule, 0, Moment.here(nowMicros))
        : asked(
            () -> store.refund(key, rule, rest, nowMicros),
            at -> refunded(key, rule, rest, at),
            nowMicros);
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    long unposted = unposted(key, rule, permits, nowMicros);
    long rest = permits - unposted;
    return unposted > 0 && rest == 0
        ? CompletableFuture.completedFuture(refunded(key, rule, 0, Moment.here(nowMicros)))
        : askedAsync(
            () -> store.refundAsync(key, rule, rest, nowMicros),
            at -> refunded(key, rule, rest, at),
            nowMicros);
  }

  /** What a share admitted and the store has not been told of goes back to the share. */
  private long unposted(String key, Rule rule, long permits, long nowMicros) {
    long unposted = substitutes.unposted(key, rule, permits, nowMicros);
    if (unposted > 0) {
      substitutes.of(rule).refund(key, unposted, Moment.here(nowMicros));
    }
    return unposted;
  }

  private Decision refunded(String key, Rule rule, long permits, Moment at) {
    return told(substitutes.of(rule).refund(key, permits, at));
  }

  /** What the fallback granted goes back to it, even if the store can be asked again. */
  @Override
  public Decision cancel(String key, Rule rule, Granted granted, long nowMicros) {
    if (granted.by() == Origin.FALLBACK) {
      return returned(key, rule, granted.permits(), nowMicros);
    }
    return asked(
        () -> store.cancel(key, rule, granted, nowMicros),
        at ->
            at.unsent()
                ? told(returned(key, rule, granted.permits(), nowMicros))
                : refunded(key, rule, granted.permits(), at),
        nowMicros);
  }

  /** The store never has these back: as many fewer are posted. */
  private Decision returned(String key, Rule rule, long permits, long nowMicros) {
    substitutes.unposted(key, rule, permits, nowMicros);
    return substitutes.of(rule).refund(key, permits, Moment.here(nowMicros));
  }

  /**
   * What was not sent is asked of each key by itself, which then follows its own fallback. What may
   * have been charged is not asked again.
   */
  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    return asked(
        () -> store.checkTogether(demands, nowMicros),
        at -> at.unsent() ? Optional.empty() : Optional.of(checkedTogether(demands, at)),
        nowMicros);
  }

  private List<Decision> checkedTogether(List<Demand> demands, Moment at) {
    List<Decision> decisions = each(demands, it -> of(it).peek(it.key(), it.cost(), at));
    if (decisions.stream().allMatch(Decision::allowed)) {
      decisions = each(demands, it -> of(it).check(it.key(), it.cost(), at));
      if (!decisions.stream().allMatch(Decision::allowed)) {
        giveBack(demands, decisions, Moment.here(at.nowMicros()));
      }
    }
    decisions.forEach(this::told);
    return decisions;
  }

  /** What was just taken here, and so is not in what is to be posted. */
  private void giveBack(List<Demand> demands, List<Decision> decisions, Moment at) {
    for (int i = 0; i < decisions.size(); i++) {
      if (decisions.get(i).allowed()) {
        of(demands.get(i)).refund(demands.get(i).key(), demands.get(i).cost(), at);
      }
    }
  }

  private Substitute of(Demand demand) {
    return substitutes.of(demand.rule());
  }

  private static List<Decision> each(List<Demand> demands, Function<Demand, Decision> asked) {
    return demands.stream().map(asked).toList();
  }

  /** What is known here is forgotten first, so that none of it is told to a key that was reset. */
  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    substitutes.of(rule).reset(key, Moment.here(nowMicros));
    return asked(
        () -> store.reset(key, rule, nowMicros),
        at -> told(substitutes.of(rule).reset(key, at)),
        nowMicros);
  }

  private static <T> T asked(Supplier<T> question, Function<Moment, T> substitute, long nowMicros) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      return substitute.apply(Moment.of(StoreFailure.of(e), nowMicros));
    }
  }

  /** A store that never blocks may fail before it makes a future: that is the same failure. */
  private static <T> CompletableFuture<T> askedAsync(
      Supplier<CompletableFuture<T>> question, Function<Moment, T> substitute, long nowMicros) {
    CompletableFuture<T> answer;
    try {
      answer = question.get();
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(
          substitute.apply(Moment.of(StoreFailure.of(e), nowMicros)));
    }
    return answer.exceptionally(
        failure -> substitute.apply(Moment.of(StoreFailure.ofFuture(failure), nowMicros)));
  }

  private Decision told(Decision decision) {
    listener.onFallback(decision);
    return decision;
  }

  @Override
  public void close() {
    closing.run();
  }
}
