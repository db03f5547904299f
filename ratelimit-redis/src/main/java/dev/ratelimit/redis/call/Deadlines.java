package dev.ratelimit.redis.call;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Ends calls at their deadlines.
 *
 * <p>Thread-safe.
 */
final class Deadlines implements AutoCloseable {

  /*
   * One task looks after all calls, at the earliest deadline of those that were open when it was
   * scheduled: a task for each call would wake the clock's thread each time, which costs about a
   * tenth of a call. A call that ends leaves the task alone; it then finds less to do.
   *
   * watch() adds the call first and then looks at `next`; look() clears `next` first and then looks
   * at the calls. So none is missed by both.
   */
  private static final long NEVER = Long.MAX_VALUE;

  private final TimeSource time;
  private final Consumer<Call> expiry;
  private final Set<Call> open = ConcurrentHashMap.newKeySet();
  private volatile long next = NEVER; // written under this
  private Cancellable task = () -> false; // guarded by this
  private volatile boolean closed;

  /**
   * Watches nothing yet.
   *
   * @param expiry ends a call whose deadline has come
   */
  Deadlines(TimeSource time, Consumer<Call> expiry) {
    this.time = time;
    this.expiry = expiry;
  }

  void watch(Call call) {
    open.add(call);
    if (call.deadlineMicros() < next) {
      lookAt(call.deadlineMicros());
    }
  }

  void ended(Call call) {
    open.remove(call);
    if (closed) {
      cancelIfIdle();
    }
  }

  private synchronized void lookAt(long micros) {
    if (micros < next) {
      task.cancel();
      next = micros;
      long delay = Math.max(0, micros - time.micros());
      task = time.schedule(Duration.of(delay, ChronoUnit.MICROS), this::look);
    }
  }

  private void look() {
    synchronized (this) {
      next = NEVER;
    }
    long now = time.micros();
    long earliest = NEVER;
    for (Call call : open) {
      if (call.deadlineMicros() <= now) {
        expiry.accept(call);
      } else {
        earliest = Math.min(earliest, call.deadlineMicros());
      }
    }
    if (earliest < NEVER) {
      lookAt(earliest);
    }
  }

  /** What is open still ends by its deadline; after that no task is left. */
  @Override
  public void close() {
    closed = true;
    cancelIfIdle();
  }

  private synchronized void cancelIfIdle() {
    if (open.isEmpty()) {
      task.cancel();
    }
  }
}
