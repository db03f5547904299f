package dev.ratelimit.core;

import dev.ratelimit.Decision;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final Waits waits;
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
    this.waits = new Waits(time, executor);
  }

  @Override
  public Decision check(String key, long cost) {
    requireAmount("cost", cost);
    Rule rule = ruleOf(key);
    Decision standing = StandingAnswer.of(rule, time);
    return standing == null ? store.check(key, rule, cost, time.micros()) : standing;
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, long cost) {
    requireAmount("cost", cost);
    Rule rule = ruleOf(key);
    Decision standing = StandingAnswer.of(rule, time);
    return standing == null
        ? store.checkAsync(key, rule, cost, time.micros())
        : CompletableFuture.completedFuture(standing);
  }

  /** What needs no store is asked first. */
  @Override
  public Decision checkAll(List<Request> requests) {
    List<Demand> asking = new ArrayList<>();
    List<Decision> decisions = new ArrayList<>();
    for (Demand demand : demands(requests)) {
      Decision standing = StandingAnswer.of(demand.rule(), time);
      if (standing == null) {
        asking.add(demand);
      } else {
        decisions.add(standing);
      }
    }
    if (!asking.isEmpty() && decisions.stream().allMatch(Decision::allowed)) {
      decisions.addAll(
          store
              .checkTogether(asking, time.micros())
              .orElseGet(() -> new OneByOne(store, time).check(asking)));
    }
    return Binding.of(decisions);
  }

  private List<Demand> demands(List<Request> requests) {
    if (requests.isEmpty() || requests.size() > MOST_REQUESTS) {
      throw new IllegalArgumentException(
          "requests must be from 1 to " + MOST_REQUESTS + ", were " + requests.size());
    }
    Map<String, Long> costs = new LinkedHashMap<>();
    for (Request request : requests) {
      costs.merge(request.key(), request.cost(), StoreLimiter::saturatingSum);
    }
    List<Demand> demands = new ArrayList<>();
    costs.forEach((key, cost) -> demands.add(new Demand(key, ruleOf(key), cost)));
    return demands;
  }

  private static long saturatingSum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
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
    return standing == null
        ? reservation(key, rule, hold, store.reserve(key, rule, hold, time.micros()))
        : standing(standing);
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
      return CompletableFuture.completedFuture(standing);
    }
    return store
        .reserveAsync(key, rule, hold, time.micros())
        .thenCompose(held -> waits.awaitAsync(reservation(key, rule, hold, held)));
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
