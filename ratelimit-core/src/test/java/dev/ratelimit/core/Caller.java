package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.PermitLimiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A caller that waits for one permit on a thread of its own. */
final class Caller {

  final CompletableFuture<Decision> outcome = new CompletableFuture<>();
  private final PermitLimiter limiter;
  private final Thread thread = new Thread(this::acquire);

  private Caller(PermitLimiter limiter) {
    this.limiter = limiter;
  }

  /** {@return a caller whose wait has been scheduled} */
  static Caller waitingFor(PermitLimiter limiter, HandClock clock) {
    Caller caller = new Caller(limiter);
    caller.thread.start();
    clock.awaitScheduled();
    return caller;
  }

  private void acquire() {
    try {
      outcome.complete(limiter.acquire("key", 1, Duration.ofMinutes(1)));
    } catch (InterruptedException | RuntimeException e) {
      outcome.completeExceptionally(e);
    }
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Waits until the caller has been served or told. */
  void end() throws InterruptedException {
    thread.join();
  }

  Throwable failure() {
    return outcome.handle((decision, failure) -> failure).join();
  }
}
