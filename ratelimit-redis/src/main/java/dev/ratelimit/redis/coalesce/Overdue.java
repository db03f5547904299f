package dev.ratelimit.redis.coalesce;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Looks now and then for what has waited too long, as long as something waits that nothing else
 * leads to in time.
 *
 * <p>Thread-safe.
 */
final class Overdue implements AutoCloseable {

  /*
   * look() says first that no look is to come, and then looks: who begins to wait meanwhile is seen,
   * or has another look scheduled.
   */
  private final TimeSource time;
  private final Duration pause;
  private final BooleanSupplier look;
  private volatile boolean scheduled; // written under this
  private Cancellable task = () -> false; // guarded by this
  private boolean closed; // guarded by this

  /**
   * Looks for nothing yet.
   *
   * @param pause between two looks
   * @param look at all that waits; whether anything goes on waiting
   */
  Overdue(TimeSource time, Duration pause, BooleanSupplier look) {
    this.time = time;
    this.pause = pause;
    this.look = look;
  }

  /** Something waits. */
  void watch() {
    if (!scheduled) {
      schedule();
    }
  }

  private synchronized void schedule() {
    if (!scheduled && !closed) {
      scheduled = true;
      task = time.schedule(pause, this::look);
    }
  }

  private void look() {
    synchronized (this) {
      scheduled = false;
    }
    if (look.getAsBoolean()) {
      schedule();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    task.cancel();
  }
}
