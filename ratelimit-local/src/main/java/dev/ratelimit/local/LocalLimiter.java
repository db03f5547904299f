package dev.ratelimit.local;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.Limit;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Limits what keys spend in this process, exactly.
 *
 * <p>Thread-safe. A check of a known key takes no lock, reads the clock once and allocates one
 * {@link Decision}.
 *
 * <pre>{@code
 * FakeClock clock = FakeClock.atEpoch();
 * Limiter limiter = LocalLimiter.builder(Limit.perSecond(5)).timeSource(clock).build();
 * limiter.check("user-1", 5);
 * clock.advance(Duration.ofMillis(200));
 * Decision decision = limiter.check("user-1"); // allowed: one permit is back
 * }</pre>
 */
public final class LocalLimiter implements StoreBacked {

  private final StoreLimiter limiter;

  LocalLimiter(StoreLimiter limiter) {
    this.limiter = limiter;
  }

  /**
   * {@return a builder of a limiter that puts every key under one limit}
   *
   * @param limit what each key may spend
   */
  public static LocalLimiterBuilder builder(Limit limit) {
    return builder(Rules.all(limit));
  }

  /**
   * {@return a builder of a limiter}
   *
   * @param rules which rule each key is under
   */
  public static LocalLimiterBuilder builder(Rules rules) {
    return new LocalLimiterBuilder(rules);
  }

  @Override
  public Decision check(String key, long cost) {
    return limiter.check(key, cost);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, long cost) {
    return limiter.checkAsync(key, cost);
  }

  @Override
  public Decision checkAll(List<Request> requests) {
    return limiter.checkAll(requests);
  }

  @Override
  public Decision peek(String key, long cost) {
    return limiter.peek(key, cost);
  }

  @Override
  public Reservation reserve(String key, long cost, Duration maxWait) {
    return limiter.reserve(key, cost, maxWait);
  }

  @Override
  public Decision acquire(String key, long cost, Duration maxWait) throws InterruptedException {
    return limiter.acquire(key, cost, maxWait);
  }

  @Override
  public CompletableFuture<Decision> acquireAsync(String key, long cost, Duration maxWait) {
    return limiter.acquireAsync(key, cost, maxWait);
  }

  @Override
  public void refund(String key, long permits) {
    limiter.refund(key, permits);
  }

  @Override
  public void reset(String key) {
    limiter.reset(key);
  }

  @Override
  public List<DeniedKey> topDenied(int most) {
    return limiter.topDenied(most);
  }

  @Override
  public Store store() {
    return limiter.store();
  }

  @Override
  public Rules rules() {
    return limiter.rules();
  }

  @Override
  public TimeSource timeSource() {
    return limiter.timeSource();
  }

  @Override
  public void close() {
    limiter.close();
  }

  @Override
  public String toString() {
    return "LocalLimiter[" + limiter.store() + "]";
  }
}
