package dev.ratelimit.benchmarks.redis;

import java.util.concurrent.CompletionStage;

/**
 * Checks keys, one permit each, with connections of its own: what one instance of a service has.
 *
 * <p>Thread-safe.
 */
public interface Checks extends AutoCloseable {

  /** Waits for the answer. {@return whether it is allowed} */
  boolean check(String key);

  /** {@return the same, later} */
  CompletionStage<Boolean> checkAsync(String key);

  /** Ends its connections. */
  @Override
  void close();
}
