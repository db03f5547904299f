package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import java.util.concurrent.CompletableFuture;

/**
 * A check that waits for the call in flight.
 *
 * @param cost permits
 * @param arrivalMicros when it came
 * @param blocks whether its thread waits, and so may be woken by any thread
 * @param answer what it is told
 */
record Waiter(long cost, long arrivalMicros, boolean blocks, CompletableFuture<Decision> answer) {

  static Waiter of(long cost, long arrivalMicros, boolean blocks) {
    return new Waiter(cost, arrivalMicros, blocks, new CompletableFuture<>());
  }
}
