package dev.ratelimit.redis;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Waits for several attempts, for so long in all. Not thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class Patience implements AutoCloseable {

  private final CompletableFuture<Throwable> over = new CompletableFuture<>();
  private final Cancellable end;

  /** Begins now. */
  Patience(TimeSource time, Duration length) {
    this.end =
        time.schedule(
            length, () -> over.complete(new IllegalStateException("no answer in " + length)));
  }

  /**
   * {@return why an attempt failed, or did not end in the time that is left, {@code null} if it has
   * succeeded}
   */
  @Nullable Throwable failureOf(CompletableFuture<?> attempt) {
    CompletableFuture<@Nullable Throwable> failure = new CompletableFuture<>();
    attempt.whenComplete((done, error) -> failure.complete(error));
    over.whenComplete((end, error) -> failure.complete(end));
    return failure.join();
  }

  @Override
  public void close() {
    end.cancel();
  }
}
