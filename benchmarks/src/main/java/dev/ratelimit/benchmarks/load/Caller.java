package dev.ratelimit.benchmarks.load;

import dev.ratelimit.TimeSource;
import dev.ratelimit.benchmarks.redis.Checks;
import java.util.concurrent.CompletableFuture;

/**
 * Checks one key after the other until its time is over, and at least once.
 *
 * <p>Not thread-safe, and for one stretch of time.
 */
final class Caller {

  private final Checks checks;
  private final Keys keys;
  private final TimeSource time;
  private final Tally tally = new Tally();
  private final CompletableFuture<Tally> done = new CompletableFuture<>();
  private long endMicros;

  Caller(Checks checks, Keys keys, TimeSource time) {
    this.checks = checks;
    this.keys = keys;
    this.time = time;
  }

  /** Waits for each answer. {@return what it was answered} */
  Tally block(long until) {
    long now = time.micros();
    do {
      boolean allowed = checks.check(keys.next());
      long after = time.micros();
      tally.answered(allowed, after - now);
      now = after;
    } while (now < until);
    return tally;
  }

  /**
   * Goes on wherever an answer arrives. {@return what it was answered, once its time is over; fails
   * as a check does}
   */
  CompletableFuture<Tally> chain(long until) {
    endMicros = until;
    step();
    return done;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
  private void step() {
    while (true) { // answers that are there already do not grow the stack
      long began = time.micros();
      CompletableFuture<Boolean> answer = checks.checkAsync(keys.next()).toCompletableFuture();
      if (!answer.isDone()) {
        answer.whenComplete((allowed, failure) -> goOn(allowed, failure, began));
        return;
      }
      if (!isToGoOn(answer.join(), began)) {
        return;
      }
    }
  }

  private void goOn(Boolean allowed, Throwable failure, long began) {
    if (failure != null) {
      done.completeExceptionally(failure);
      return;
    }
    try {
      if (isToGoOn(allowed, began)) {
        step();
      }
    } catch (RuntimeException e) {
      done.completeExceptionally(e);
    }
  }

  private boolean isToGoOn(boolean allowed, long began) {
    long now = time.micros();
    tally.answered(allowed, now - began);
    if (now < endMicros) {
      return true;
    }
    done.complete(tally);
    return false;
  }
}
