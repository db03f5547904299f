package dev.ratelimit.core;

import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * Completes futures on an executor. One that fails, for instance since it has been shut down or can
 * start no more threads, keeps nobody waiting: the calling thread completes them instead.
 *
 * <p>Thread-safe.
 */
public final class Completer {

  private final Executor executor;

  /**
   * Makes one.
   *
   * @param executor what runs completions
   */
  public Completer(Executor executor) {
    this.executor = Objects.requireNonNull(executor, "executor");
  }

  /**
   * Runs a completion, once or, if the executor fails after it has run it, twice.
   *
   * @param completion never throws
   */
  public void run(Runnable completion) {
    try {
      executor.execute(completion);
    } catch (RuntimeException | Error e) {
      completion.run();
    }
  }
}
