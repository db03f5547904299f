package dev.ratelimit.testkit.redis;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * All waiting for processes and threads: each wait is for something that ends, or is ended, in
 * time. Thread-safe: it has no state.
 *
 * <pre>{@code
 * Patience.until("the key is gone", () -> redis.command("GET", "key").isNil());
 * }</pre>
 */
public final class Patience {

  private static final TimeSource TIME = TimeSource.system();
  private static final long LONGEST_SECONDS = 30;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);
  private static final Duration TO_STOP = Duration.ofSeconds(5);

  private Patience() {}

  /**
   * Looks again and again until something is so. The trap: a look that blocks is waited for.
   *
   * @param what as it completes "waited in vain until"
   * @param isSo asked every other millisecond
   * @throws IllegalStateException if it is not so within 30 seconds
   */
  public static void until(String what, BooleanSupplier isSo) {
    long givenUpMicros = TIME.micros() + LONGEST_SECONDS * MICROS_PER_SECOND;
    while (!isSo.getAsBoolean()) {
      if (TIME.micros() > givenUpMicros) {
        throw new IllegalStateException(
            "waited in vain for " + LONGEST_SECONDS + " s until " + what);
      }
      CompletableFuture<Boolean> look = new CompletableFuture<>();
      TIME.schedule(BETWEEN_LOOKS, () -> look.complete(true));
      look.join();
    }
  }

  /** Waits for the end of a thread that was told to end, even if interrupted meanwhile. */
  static void untilEnded(Thread thread) {
    uninterrupted(thread::join, thread::isAlive);
  }

  /** Waits for the end of a process that was told to end, and kills it if that takes long. */
  static void untilEnded(Process process) {
    Cancellable kill = TIME.schedule(TO_STOP, process::destroyForcibly);
    // Not onExit(), which needs a thread of the common pool: a test may keep all of them.
    uninterrupted(process::waitFor, process::isAlive);
    kill.cancel();
  }

  /** Waits for the end of a process that has work to do and then ends. */
  static void untilDone(Process process) {
    uninterrupted(process::waitFor, process::isAlive);
  }

  private interface Wait {
    void end() throws InterruptedException;
  }

  private static void uninterrupted(Wait wait, BooleanSupplier goesOn) {
    boolean interrupted = false;
    while (goesOn.getAsBoolean()) {
      try {
        wait.end();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
