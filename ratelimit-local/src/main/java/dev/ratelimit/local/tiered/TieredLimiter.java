package dev.ratelimit.local.tiered;

import dev.ratelimit.Decision;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Asks a shared store, and answers by the fallback while that cannot be asked: nothing that happens
 * to the store or to the network escapes from a check as an exception.
 *
 * <p>Thread-safe.
 *
 * <pre>{@code
 * PermitLimiter limiter = TieredLimiter.builder(redis).fallback(Fallback.local(6)).build();
 * }</pre>
 */
public final class TieredLimiter implements PermitLimiter {

  private final StoreLimiter limiter;
  private final StoreBacked shared;

  TieredLimiter(StoreLimiter limiter, StoreBacked shared) {
    this.limiter = limiter;
    this.shared = shared;
  }

  /**
   * {@return a builder}
   *
   * @param shared the limiter whose store is shared; taken over, so that closing this limiter
   *     closes it
   */
  public static TieredLimiterBuilder builder(StoreBacked shared) {
    return new TieredLimiterBuilder(shared);
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
  public void close() {
    try {
      limiter.close();
    } finally {
      shared.close(); // for those who still ask or wait there
    }
  }
}
