package dev.ratelimit.testkit;

import dev.ratelimit.Decision;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.core.Binding;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A limiter that answers as told and remembers what it was asked.
 *
 * <p>An answer comes from the first of these that has one: the queue of the key, the queue of all
 * keys, the default answer of the key, the default answer of all keys. Arguments are checked as
 * every limiter checks them. {@code acquire} answers at once and never blocks.
 *
 * <p>Thread-safe.
 *
 * <pre>{@code
 * StubLimiter limiter = StubLimiter.allowing();
 * limiter.next("tenant-42", Decision.denied(10, 0, Duration.ofSeconds(1)));
 * limiter.check("tenant-42", 3).allowed(); // false, and from then on true
 * limiter.asked(); // [Call[operation=CHECK, key=tenant-42, amount=3, maxWait=PT0S]]
 * }</pre>
 */
public final class StubLimiter implements PermitLimiter {

  /** What a limiter can be asked. The asynchronous forms count as their synchronous ones. */
  public enum Operation {
    /** {@link PermitLimiter#check} or {@link PermitLimiter#checkAsync}. */
    CHECK,
    /** {@link PermitLimiter#peek}. */
    PEEK,
    /** {@link PermitLimiter#reserve}. */
    RESERVE,
    /** {@link PermitLimiter#acquire} or {@link PermitLimiter#acquireAsync}. */
    ACQUIRE,
    /** {@link Reservation#cancel()}, the first on a granted reservation. */
    CANCEL,
    /** {@link PermitLimiter#refund}. */
    REFUND,
    /** {@link PermitLimiter#reset}. */
    RESET
  }

  /**
   * One thing that the limiter was asked.
   *
   * @param operation which
   * @param key whose permits
   * @param amount the cost, or the permits refunded; 0 of a reset
   * @param maxWait of a reservation or an acquire; zero of all others
   */
  public record Call(Operation operation, String key, long amount, Duration maxWait) {}

  private static final long MANY = 1_000_000;

  private final Map<String, Queue<Decision>> queueOfKey = new HashMap<>(); // guarded by this
  private final Queue<Decision> queueOfAll = new ArrayDeque<>(); // guarded by this
  private final Map<String, Decision> defaultOfKey = new HashMap<>(); // guarded by this
  private Function<Call, Decision> defaultOfAll; // guarded by this
  private Duration waitTime = Duration.ZERO; // guarded by this
  private final List<Call> asked = new ArrayList<>(); // guarded by this
  private boolean closed; // guarded by this

  private StubLimiter(Function<Call, Decision> defaultOfAll) {
    this.defaultOfAll = defaultOfAll;
  }

  /** {@return a limiter that allows everything until told otherwise} */
  public static StubLimiter allowing() {
    return answering(Decision.allowed(MANY, MANY));
  }

  /**
   * {@return a limiter that denies everything until told otherwise}
   *
   * @param retryAfter what its denials say, more than zero
   */
  public static StubLimiter denying(Duration retryAfter) {
    return answering(Decision.denied(MANY, 0, retryAfter));
  }

  /**
   * {@return a limiter that gives one answer until told otherwise}
   *
   * @param answer the answer
   */
  public static StubLimiter answering(Decision answer) {
    Objects.requireNonNull(answer, "answer");
    return answering(call -> answer);
  }

  /**
   * {@return a limiter that works its answers out}
   *
   * @param answers called for each check, peek, reserve and acquire that nothing is queued for
   */
  public static StubLimiter answering(Function<Call, Decision> answers) {
    return new StubLimiter(Objects.requireNonNull(answers, "answers"));
  }

  /**
   * Queues answers for whatever key is asked about next.
   *
   * @param answers each is given once, in this order
   * @return this
   */
  public synchronized StubLimiter next(Decision... answers) {
    queueOfAll.addAll(Arrays.asList(answers));
    return this;
  }

  /**
   * Queues answers for one key.
   *
   * @param key the key
   * @param answers each is given once, in this order
   * @return this
   */
  public synchronized StubLimiter next(String key, Decision... answers) {
    queueOfKey.computeIfAbsent(key, k -> new ArrayDeque<>()).addAll(Arrays.asList(answers));
    return this;
  }

  /**
   * Replaces the default answer of all keys.
   *
   * @param answer what is answered where nothing is queued, and nothing stands for the key
   * @return this
   */
  public synchronized StubLimiter always(Decision answer) {
    Objects.requireNonNull(answer, "answer");
    defaultOfAll = call -> answer;
    return this;
  }

  /**
   * Replaces the default answer of one key.
   *
   * @param key the key
   * @param answer what is answered where nothing is queued
   * @return this
   */
  public synchronized StubLimiter always(String key, Decision answer) {
    defaultOfKey.put(key, Objects.requireNonNull(answer, "answer"));
    return this;
  }

  /**
   * Says how long the reservations that are granted from now on tell their callers to wait: zero
   * until then.
   *
   * @param wait not negative
   * @return this
   */
  public synchronized StubLimiter waitTime(Duration wait) {
    if (wait.isNegative()) {
      throw new IllegalArgumentException("wait must be at least PT0S, was " + wait);
    }
    waitTime = wait;
    return this;
  }

  /** {@return what was asked so far, in order} */
  public synchronized List<Call> asked() {
    return List.copyOf(asked);
  }

  /** {@return whether {@link #close()} was called} */
  public synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public Decision check(String key, long cost) {
    return answer(Operation.CHECK, key, cost, Duration.ZERO);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, long cost) {
    return CompletableFuture.completedFuture(check(key, cost));
  }

  /** Asks each request as a check, in order, up to the first that is denied. */
  @Override
  public Decision checkAll(List<Request> requests) {
    if (requests.isEmpty() || requests.size() > MOST_REQUESTS) {
      throw new IllegalArgumentException(
          "requests must be from 1 to " + MOST_REQUESTS + ", were " + requests.size());
    }
    List<Decision> decisions = new ArrayList<>();
    for (Request request : requests) {
      Decision decision = check(request.key(), request.cost());
      decisions.add(decision);
      if (!decision.allowed()) {
        return decision;
      }
    }
    return Binding.of(decisions);
  }

  @Override
  public Decision peek(String key, long cost) {
    return answer(Operation.PEEK, key, cost, Duration.ZERO);
  }

  @Override
  public Reservation reserve(String key, long cost, Duration maxWait) {
    Decision decision = answer(Operation.RESERVE, key, cost, maxWait);
    return decision.allowed()
        ? Reservation.granted(decision, waitTime(), () -> cancelled(key, cost))
        : Reservation.refused(decision);
  }

  @Override
  public Decision acquire(String key, long cost, Duration maxWait) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return answer(Operation.ACQUIRE, key, cost, maxWait);
  }

  @Override
  public CompletableFuture<Decision> acquireAsync(String key, long cost, Duration maxWait) {
    return CompletableFuture.completedFuture(answer(Operation.ACQUIRE, key, cost, maxWait));
  }

  @Override
  public void refund(String key, long permits) {
    notNegative("permits", permits);
    remember(new Call(Operation.REFUND, key, permits, Duration.ZERO));
  }

  @Override
  public void reset(String key) {
    remember(new Call(Operation.RESET, key, 0, Duration.ZERO));
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  private Decision answer(Operation operation, String key, long cost, Duration maxWait) {
    notNegative("cost", cost);
    if (maxWait.isNegative() || maxWait.compareTo(LONGEST_WAIT) > 0) {
      throw new IllegalArgumentException(
          "maxWait must be from PT0S to " + LONGEST_WAIT + ", was " + maxWait);
    }
    Call call = new Call(operation, key, cost, maxWait);
    remember(call);
    return answerFor(key).apply(call);
  }

  private synchronized Function<Call, Decision> answerFor(String key) {
    Decision told = queued(key);
    Decision answer = told == null ? defaultOfKey.get(key) : told;
    return answer == null ? defaultOfAll : call -> answer;
  }

  private synchronized @Nullable Decision queued(String key) {
    Queue<Decision> own = queueOfKey.get(key);
    Decision told = own == null ? null : own.poll();
    return told == null ? queueOfAll.poll() : told;
  }

  private synchronized Duration waitTime() {
    return waitTime;
  }

  private synchronized void remember(Call call) {
    Objects.requireNonNull(call.key(), "key");
    if (closed) {
      throw new IllegalStateException("the limiter is closed");
    }
    asked.add(call);
  }

  private synchronized void cancelled(String key, long cost) {
    asked.add(new Call(Operation.CANCEL, key, cost, Duration.ZERO));
  }

  private static void notNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, was " + value);
    }
  }
}
