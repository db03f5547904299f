package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import java.util.concurrent.CompletableFuture;

/**
 * A check that waits for the call in flight.
 *
 * @param cost permits
 * @param blocks whether its thread waits, and so may be woken by any thread
 * @param answer what it is told
 */
record Waiter(long cost, boolean blocks, CompletableFuture<Decision> answer) {

  static Waiter of(long cost, boolean blocks) {
    return new Waiter(cost, blocks, new CompletableFuture<>());
  }
}
