package dev.ratelimit.local.fallback;

import dev.ratelimit.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletionException;

/** Tells failures of a store from mistakes of its callers. */
final class StoreFailure {

  private StoreFailure() {}

  /**
   * {@return the failure of a store} A store says so itself by a {@link StoreException}; whatever
   * else its driver or its network throws at us is one too, of which nothing is known.
   *
   * @throws RuntimeException the failure itself, if it says that the store was asked wrongly, or
   *     after it was closed
   */
  static StoreException of(RuntimeException failure) {
    if (failure instanceof StoreException known) {
      return known;
    }
    if (failure instanceof CompletionException && failure.getCause() != null) {
      return ofFuture(failure);
    }
    if (isMistake(failure)) {
      throw failure;
    }
    return unknown(failure);
  }

  /**
   * {@return the same, of the failure of a future}
   *
   * @throws CompletionException of the failure, if it is not the store's
   */
  static StoreException ofFuture(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof StoreException known) {
      return known;
    }
    if (cause instanceof Error || (cause instanceof RuntimeException e && isMistake(e))) {
      throw failure instanceof CompletionException wrapped
          ? wrapped
          : new CompletionException(cause);
    }
    return unknown(cause);
  }

  private static boolean isMistake(RuntimeException failure) {
    return failure instanceof IllegalArgumentException
        || failure instanceof IllegalStateException
        || failure instanceof UnsupportedOperationException;
  }

  private static StoreException unknown(Throwable failure) {
    return new StoreException(
        "the store failed: " + failure, failure, StoreException.Charge.UNCERTAIN, Duration.ZERO);
  }
}
