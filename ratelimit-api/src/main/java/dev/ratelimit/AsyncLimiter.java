package dev.ratelimit;

import java.util.concurrent.CompletableFuture;

/**
 * A limiter that can also be asked without blocking.
 *
 * <p>Futures are completed off any I/O thread, so a callback may block or ask the limiter again.
 * Cancelling a future undoes nothing: what was charged stays charged.
 *
 * <p>Thread-safe.
 */
public interface AsyncLimiter extends Limiter {

  /**
   * Asks as {@link #check(String, long)} does, without blocking the caller.
   *
   * @param key whose permits
   * @param cost permits to spend, at least 0
   * @return the decision, sooner or later; a caller's mistake is thrown at once
   * @throws IllegalArgumentException if {@code cost} is negative
   * @throws IllegalStateException if the limiter is closed
   */
  CompletableFuture<Decision> checkAsync(String key, long cost);

  /**
   * Asks for one permit as {@link #check(String)} does, without blocking the caller.
   *
   * @param key whose permit
   * @return the decision, sooner or later
   * @throws IllegalStateException if the limiter is closed
   */
  default CompletableFuture<Decision> checkAsync(String key) {
    return checkAsync(key, 1);
  }
}
