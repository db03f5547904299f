package dev.ratelimit.core;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Futures whose values somebody hears of before those who wait for them. */
@SuppressWarnings("FutureReturnValueIgnored") // its failures go to the other future
final class Told {

  private Told() {}

  /**
   * {@return a future that ends as another does, with the same failure and not a wrapped one}
   *
   * @param hearer hears of its value first; throws nothing
   */
  static <T> CompletableFuture<T> of(CompletableFuture<T> future, Consumer<T> hearer) {
    CompletableFuture<T> told = new CompletableFuture<>();
    future.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            hearer.accept(value);
            told.complete(value);
          } else {
            told.completeExceptionally(failure);
          }
        });
    return told;
  }
}
