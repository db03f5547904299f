package dev.ratelimit.core;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Completes futures on an executor. One that rejects, for instance since it has been shut down,
 * keeps nobody waiting: the calling thread completes them instead.
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
   * Runs a completion.
   *
   * @param completion never throws
   */
  public void run(Runnable completion) {
    try {
      executor.execute(completion);
    } catch (RejectedExecutionException e) {
      completion.run();
    }
  }
}
