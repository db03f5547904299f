package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A shared store with a clock of its own that a test takes away and gives back. Thread-safe: reads
 * the clock and decides in one step.
 */
public final class ShakyStore implements Store {

  /** How long until it is tried again, as it says when it is away. */
  public static final Duration NEXT_PROBE = Duration.ofMillis(70);

  private final SimulatedStore store;
  private final TimeSource time;
  private final AtomicInteger closed = new AtomicInteger();
  private volatile Optional<RuntimeException> failure = Optional.empty();
  private volatile Optional<Throwable> failureOfFutures = Optional.empty();
  private final Queue<Runnable> heldTakes = new ConcurrentLinkedQueue<>();
  private volatile boolean holding;
  private volatile boolean losingTogether;
  private volatile boolean losingRefunds;
  private volatile Optional<CompletableFuture<Decision>> unanswered = Optional.empty();

  ShakyStore(TimeSource time) {
    this(time, new SimulatedStore());
  }

  /** Makes the way of one instance to a store that others share. */
  public ShakyStore(TimeSource time, SimulatedStore store) {
    this.time = time;
    this.store = store;
  }

  /** Answers takes that do not block only when told to, from now on. */
  public void holdTakes() {
    holding = true;
  }

  /** {@return the takes that wait for an answer} */
  public Queue<Runnable> heldTakes() {
    return heldTakes;
  }

  public void goAway() {
    goAway(NEXT_PROBE);
  }

  void goAway(Duration nextProbe) {
    fail(new StoreException("away", null, StoreException.Charge.NONE, nextProbe));
  }

  public void fail(RuntimeException e) {
    failure = Optional.of(e);
    failureOfFutures = Optional.of(e);
  }

  /** Fails futures only, with that very failure. */
  void failFutures(Throwable e) {
    failureOfFutures = Optional.of(e);
  }

  /** Fails as a store does that never blocks: even an asynchronous form throws. */
  void throwFromAsyncForms() {
    failureOfFutures = Optional.empty();
  }

  public void comeBack() {
    failure = Optional.empty();
    failureOfFutures = Optional.empty();
  }

  /** {@return how often it was closed} */
  public int closed() {
    return closed.get();
  }

  private synchronized <T> T answer(Supplier<T> operation) {
    failure.ifPresent(
        e -> {
          throw e;
        });
    return operation.get();
  }

  /** Answers asynchronous checks with that very future from now on. */
  void answerWith(CompletableFuture<Decision> future) {
    unanswered = Optional.of(future);
  }

  private <T> CompletableFuture<T> future(Supplier<T> operation) {
    return failureOfFutures
        .map(CompletableFuture::<T>failedFuture)
        .orElseGet(() -> CompletableFuture.completedFuture(operation.get()));
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return answer(() -> store.check(key, rule, cost, time.micros()));
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return answer(() -> store.peek(key, rule, cost, time.micros()));
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return answer(() -> store.reserve(key, rule, hold, time.micros()));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return answer(() -> store.take(key, rule, want, time.micros()));
  }

  /** Has refunds made, of which the answer is lost: as the store fails. */
  public void makeRefundsOfWhichAnswersAreLost() {
    losingRefunds = true;
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    if (losingRefunds) {
      store.refund(key, rule, permits, time.micros());
    }
    return answer(() -> store.refund(key, rule, permits, time.micros()));
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return answer(() -> store.reset(key, rule, time.micros()));
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return unanswered.orElseGet(() -> future(() -> check(key, rule, cost, nowMicros)));
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return future(() -> reserve(key, rule, hold, nowMicros));
  }

  private static <T> void answerLate(CompletableFuture<T> held, CompletableFuture<T> answer) {
    try {
      held.complete(answer.join());
    } catch (CompletionException e) {
      held.completeExceptionally(e.getCause());
    }
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    if (!holding) {
      return future(() -> take(key, rule, want, nowMicros));
    }
    CompletableFuture<Taken> held = new CompletableFuture<>();
    heldTakes.add(() -> answerLate(held, future(() -> take(key, rule, want, nowMicros))));
    return held;
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return future(() -> refund(key, rule, permits, nowMicros));
  }

  /** Has several keys charged in one step, of which the answer is lost. */
  public void loseAnswersOfSeveralKeys() {
    losingTogether = true;
  }

  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    if (losingTogether) {
      demands.forEach(it -> store.check(it.key(), it.rule(), it.cost(), time.micros()));
      throw new StoreException("late", null, StoreException.Charge.UNCERTAIN, Duration.ZERO);
    }
    return Optional.empty();
  }

  LeaseReply lease(String key, Rule rule, LeaseCall call) {
    return answer(() -> store.lease(key, rule, call, time.micros()));
  }

  @Override
  public void close() {
    closed.incrementAndGet();
  }
}
