package dev.ratelimit.examples;

import dev.ratelimit.Decision;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.StoreLimiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A limiter as somebody else might write it, over a store of their own. Thread-safe. */
final class MyLimiter implements PermitLimiter {

  private final PermitLimiter limiter;

  MyLimiter(Rules rules, TimeSource time) {
    limiter =
        new StoreLimiter(
            new MyStore(time), rules, time, new CompletableFuture<>().defaultExecutor());
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
    limiter.close();
  }
}
