package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Granted;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A limiter over any store: finds the rule of a key, checks the arguments, reads the clock once,
 * and waits where a caller waits.
 *
 * <p>Thread-safe. Owns its store: {@link #close()} closes it.
 */
public final class StoreLimiter implements StoreBacked {

  private final Store store;
  private final Rules rules;
  private final TimeSource time;
  private final Executor executor;
  private final Waits waits;
  private final @Nullable Watch watch;
  private volatile boolean closed;

  /**
   * Makes a limiter.
   *
   * @param store what decides
   * @param rules which rule each key is under
   * @param time the limiter's clock
   * @param executor completes the futures of callers that waited
   */
  public StoreLimiter(Store store, Rules rules, TimeSource time, Executor executor) {
    this.store = Objects.requireNonNull(store, "store");
    this.rules = Objects.requireNonNull(rules, "rules");
    this.time = Objects.requireNonNull(time, "time");
    this.executor = Objects.requireNonNull(executor, "executor");
    this.waits = new Waits(time, executor);
    this.watch = null;
  }

  private StoreLimiter(StoreLimiter like, @Nullable Watch watch) {
    this.store = like.store;
    this.rules = like.rules;
    this.time = like.time;
    this.executor = like.executor;
    this.waits = new Waits(time, executor);
    this.watch = watch;
  }

  /**
   * {@return the same limiter, watched; to be used instead of this one}
   *
   * @param watch what is told of decisions
   */
  public StoreLimiter watchedBy(Watch watch) {
    return new StoreLimiter(this, watch.isIdle() ? null : watch);
  }

  @Override
  public Decision check(String key, long cost) {
    requireAmount("cost", cost);
    Rule rule = ruleOf(key);
    Decision standing = StandingAnswer.of(rule, time);
    if (standing != null) {
      return told(key, rule, standing);
    }
    long now = time.micros();
    Decision decision = store.check(key, rule, cost, now);
    if (watch != null) {
      watch.checked(key, rule, decision, now);
    }
    return decision;
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, long cost) {
    requireAmount("cost", cost);
    Rule rule = ruleOf(key);
    Decision standing = StandingAnswer.of(rule, time);
    if (standing != null) {
      return CompletableFuture.completedFuture(told(key, rule, standing));
    }
    long now = time.micros();
    CompletableFuture<Decision> answer = store.checkAsync(key, rule, cost, now);
    return watch == null
        ? answer
        : Told.of(answer, decision -> watch.checked(key, rule, decision, now));
  }

  @Override
  public Decision checkAll(List<Request> requests) {
    List<Demand> demands = SeveralKeys.demands(requests, this::ruleOf);
    long now = time.micros();
    SeveralKeys.Answer answer = new SeveralKeys(store, time).check(demands, now);
    if (watch != null) {
      Demand of = answer.demand();
      watch.checked(of.key(), of.rule(), answer.decision(), now);
    }
    return answer.decision();
  }

  private Decision told(String key, Rule rule, Decision decision) {
    if (watch != null) {
      watch.decided(key, rule, decision, time.micros());
    }
    return decision;
  }

  @Override
  public Decision peek(String key, long cost) {
    requireAmount("cost", cost);
    Rule rule = ruleOf(key);
    Decision standing = StandingAnswer.of(rule, time);
    return standing == null ? store.peek(key, rule, cost, time.micros()) : standing;
  }

  @Override
  public Reservation reserve(String key, long cost, Duration maxWait) {
    requireAmount("cost", cost);
    Rule rule = ruleOf(key);
    Hold hold = new Hold(cost, waitMicros(maxWait));
    Decision standing = StandingAnswer.of(rule, time);
    if (standing != null) {
      return standing(told(key, rule, standing));
    }
    Held held = store.reserve(key, rule, hold, time.micros());
    told(key, rule, held.decision());
    return reservation(key, rule, hold, held);
  }

  @Override
  public Decision acquire(String key, long cost, Duration maxWait) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before permits were taken");
    }
    Reservation reservation = reserve(key, cost, maxWait);
    waits.await(reservation);
    return reservation.decision();
  }

  @Override
  public CompletableFuture<Decision> acquireAsync(String key, long cost, Duration maxWait) {
    requireAmount("cost", cost);
    Rule rule = ruleOf(key);
    Hold hold = new Hold(cost, waitMicros(maxWait));
    Decision standing = StandingAnswer.of(rule, time);
    if (standing != null) {
      return CompletableFuture.completedFuture(told(key, rule, standing));
    }
    return store
        .reserveAsync(key, rule, hold, time.micros())
        .thenCompose(
            held -> {
              told(key, rule, held.decision());
              return waits.awaitAsync(reservation(key, rule, hold, held));
            });
  }

  @Override
  public void refund(String key, long permits) {
    requireAmount("permits", permits);
    Rule rule = ruleOf(key);
    if (StandingAnswer.of(rule, time) == null) {
      store.refund(key, rule, permits, time.micros());
    }
  }

  @Override
  public void reset(String key) {
    Rule rule = ruleOf(key);
    if (StandingAnswer.of(rule, time) == null) {
      store.reset(key, rule, time.micros());
    }
  }

  @Override
  public List<DeniedKey> topDenied(int most) {
    return watch == null
        ? StoreBacked.super.topDenied(most)
        : watch.topDenied(most, time.micros()).orElseGet(() -> StoreBacked.super.topDenied(most));
  }

  @Override
  public void close() {
    closed = true;
    try {
      waits.close();
    } finally {
      store.close();
    }
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Rules rules() {
    return rules;
  }

  @Override
  public TimeSource timeSource() {
    return time;
  }

  private Rule ruleOf(String key) {
    Objects.requireNonNull(key, "key");
    if (closed) {
      throw new IllegalStateException("the limiter is closed");
    }
    @Nullable Rule rule = rules.ruleFor(key);
    if (rule == null) {
      throw new IllegalStateException("rules gave no rule for key \"" + key + "\"");
    }
    return rule;
  }

  private static void requireAmount(String name, long amount) {
    if (amount < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, was " + amount);
    }
  }

  /** Permits go back under the rule they were taken under, whatever the rules say by then. */
  private Reservation reservation(String key, Rule rule, Hold hold, Held held) {
    return held.decision().allowed()
        ? Reservation.granted(
            held.decision(),
            micros(held.waitMicros()),
            () -> store.cancel(key, rule, granted(hold, held), time.micros()))
        : Reservation.refused(held.decision());
  }

  private static Granted granted(Hold hold, Held held) {
    return new Granted(hold.cost(), held.decision().origin());
  }

  private static Reservation standing(Decision decision) {
    return decision.allowed()
        ? Reservation.granted(decision, Duration.ZERO, () -> {})
        : Reservation.refused(decision);
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  private static long waitMicros(Duration maxWait) {
    Objects.requireNonNull(maxWait, "maxWait");
    if (maxWait.isNegative() || maxWait.compareTo(PermitLimiter.LONGEST_WAIT) > 0) {
      throw new IllegalArgumentException(
          "maxWait must be from PT0S to " + PermitLimiter.LONGEST_WAIT + ", was " + maxWait);
    }
    return maxWait.toNanos() / 1_000;
  }
}
