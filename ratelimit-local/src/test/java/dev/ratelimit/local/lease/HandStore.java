package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasedPermits;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * A shared store with a clock of its own, whose lease calls are answered when the test says so. It
 * writes down what it is sent. Thread-safe.
 */
final class HandStore implements LeasingStore {

  private final SimulatedStore store = new SimulatedStore();
  private final FakeClock clock;
  private final List<LeaseCall> calls = new ArrayList<>(); // guarded by this
  private final Queue<Letter> held = new ArrayDeque<>(); // guarded by this
  private boolean holds; // guarded by this
  private Optional<Throwable> failure = Optional.empty(); // guarded by this
  private Optional<StoreException> refusal = Optional.empty(); // guarded by this
  private Runnable whenAsked = () -> {}; // guarded by this
  private int checks; // guarded by this
  private long granted; // guarded by this
  private int closed; // guarded by this

  HandStore(FakeClock clock) {
    this.clock = clock;
  }

  /** From now on each lease call waits for {@link #release}, {@link #lose} or {@link #decide}. */
  synchronized void hold() {
    holds = true;
  }

  /** From now on each lease call is answered at once. */
  synchronized void answerAtOnce() {
    holds = false;
  }

  /** From now on every call fails at once. */
  synchronized void goAway(Throwable e) {
    failure = Optional.of(e);
  }

  /** From now on it fails, and says so before it is asked. */
  synchronized void refuse(StoreException e) {
    goAway(e);
    refusal = Optional.of(e);
  }

  synchronized void comeBack() {
    failure = Optional.empty();
    refusal = Optional.empty();
  }

  /** Decides the oldest call that is held, and answers it. */
  void release() {
    decide().run();
  }

  /** Decides the oldest call that is held. {@return what delivers the answer} */
  Runnable decide() {
    Letter letter = oldest();
    LeaseReply reply = decide(letter.key, letter.rule, letter.call);
    return () -> letter.reply.complete(reply);
  }

  /** The oldest call that is held fails. */
  void lose(Throwable e) {
    oldest().reply.completeExceptionally(e);
  }

  /** The answer to the oldest call that is held makes no sense. */
  @SuppressWarnings("NullAway") // on purpose
  void answerWithNothing() {
    oldest().reply.complete(null);
  }

  private synchronized Letter oldest() {
    return held.remove();
  }

  /** {@return the calls about leases so far, but for those of plain checks} */
  synchronized List<LeaseCall> calls() {
    return List.copyOf(calls);
  }

  synchronized LeaseCall lastCall() {
    return calls.get(calls.size() - 1);
  }

  synchronized int inFlight() {
    return held.size();
  }

  /** {@return how many calls have carried a check} */
  synchronized int checks() {
    return checks;
  }

  /** {@return how many permits it has leased} */
  synchronized long granted() {
    return granted;
  }

  /** {@return how many permits have come back} */
  synchronized long returned() {
    return calls.stream()
        .flatMap(call -> call.returned().stream())
        .mapToLong(LeasedPermits::permits)
        .sum();
  }

  /** From now on that is run on the thread of each lease call. */
  synchronized void whenAsked(Runnable run) {
    whenAsked = run;
  }

  private synchronized Runnable whenAsked() {
    return whenAsked;
  }

  synchronized int closed() {
    return closed;
  }

  @Override
  public synchronized Optional<StoreException> refusal(String key) {
    return refusal;
  }

  @Override
  public LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    try {
      return leaseAsync(key, rule, call, nowMicros).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  @Override
  public CompletableFuture<LeaseReply> leaseAsync(
      String key, Rule rule, LeaseCall call, long nowMicros) {
    whenAsked().run();
    Letter letter = new Letter(key, rule, call, new CompletableFuture<>());
    Optional<Throwable> failed = sent(letter);
    if (failed.isPresent()) {
      return CompletableFuture.failedFuture(failed.get());
    }
    return letter.reply;
  }

  private synchronized Optional<Throwable> sent(Letter letter) {
    calls.add(letter.call);
    checks += letter.call.cost() > 0 ? 1 : 0;
    if (failure.isEmpty() && holds) {
      held.add(letter);
    } else if (failure.isEmpty()) {
      letter.reply.complete(decide(letter.key, letter.rule, letter.call));
    }
    return failure;
  }

  private synchronized LeaseReply decide(String key, Rule rule, LeaseCall call) {
    LeaseReply reply = store.lease(key, rule, call, clock.micros());
    granted += reply.granted();
    return reply;
  }

  private synchronized <T> T decided(Supplier<T> operation) {
    failure.ifPresent(
        e -> {
          throw (RuntimeException) e;
        });
    return operation.get();
  }

  @Override
  public synchronized Decision check(String key, Rule rule, long cost, long nowMicros) {
    checks++;
    return decided(() -> store.check(key, rule, cost, clock.micros()));
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return decided(() -> store.peek(key, rule, cost, clock.micros()));
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return decided(() -> store.reserve(key, rule, hold, clock.micros()));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return decided(() -> store.take(key, rule, want, clock.micros()));
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return decided(() -> store.refund(key, rule, permits, clock.micros()));
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return decided(() -> store.reset(key, rule, clock.micros()));
  }

  @Override
  public synchronized void close() {
    closed++;
  }

  private record Letter(
      String key, Rule rule, LeaseCall call, CompletableFuture<LeaseReply> reply) {}
}
