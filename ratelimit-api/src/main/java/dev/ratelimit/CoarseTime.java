package dev.ratelimit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The system's clock, copied each millisecond by a thread that runs while the copy is read. */
final class CoarseTime implements TimeSource {

  /*
   * `copy` is ASLEEP while no thread refreshes it. Only the refreshing thread and, between two such
   * threads, wake() write it, each a later instant than the last: so it never goes back.
   *
   * Readers set `read`, the refreshing thread clears it; a second without a reader ends the thread.
   * The flag is plain: a reader that is not seen in time is one that finds the copy asleep.
   */
  private static final long ASLEEP = Long.MIN_VALUE;
  private static final long REFRESH_NANOS = 1_000_000;
  private static final Duration REFRESH = Duration.ofNanos(REFRESH_NANOS);
  private static final int IDLE_REFRESHES = 1_000;

  static final CoarseTime INSTANCE = new CoarseTime(SystemTime.INSTANCE);

  private final TimeSource exact;
  private volatile long copy = ASLEEP;
  private boolean read;

  CoarseTime(TimeSource exact) {
    this.exact = exact;
  }

  @Override
  public long micros() {
    long now = copy;
    if (now == ASLEEP) {
      return wake();
    }
    if (!read) {
      read = true;
    }
    return now;
  }

  @Override
  public Cancellable schedule(Duration delay, Runnable task) {
    return new Task(due(micros(), delay), task).schedule();
  }

  private static long due(long now, Duration delay) {
    if (delay.isNegative()) {
      return now;
    }
    // A delay beyond the last instant is one that never ends.
    return delay.compareTo(Micros.toDuration(Long.MAX_VALUE - now)) > 0
        ? Long.MAX_VALUE
        : now + Micros.roundedUp("delay", delay);
  }

  private synchronized long wake() {
    if (copy == ASLEEP) {
      copy = exact.micros();
      read = true;
      DaemonThread.of("ratelimit-coarse-time", this::refreshWhileRead).start();
    }
    return copy;
  }

  private void refreshWhileRead() {
    int unread = 0;
    do {
      LockSupport.parkNanos(REFRESH_NANOS);
      copy = exact.micros();
      unread = read ? 0 : unread + 1;
      read = false;
    } while (unread < IDLE_REFRESHES);
    fallAsleep();
  }

  private synchronized void fallAsleep() {
    copy = ASLEEP;
  }

  /** Runs once this clock too has reached its instant, however late it is. */
  private final class Task implements Cancellable {

    private final long dueMicros;
    private final Runnable task;
    private Cancellable next = () -> false; // guarded by this
    private boolean over; // guarded by this

    Task(long dueMicros, Runnable task) {
      this.dueMicros = dueMicros;
      this.task = task;
    }

    synchronized Task schedule() {
      if (!over) {
        long left = dueMicros - micros();
        next = exact.schedule(left > 0 ? Micros.toDuration(left) : Duration.ZERO, this::attempt);
      }
      return this;
    }

    private void attempt() {
      if (micros() < dueMicros) {
        retry();
      } else if (end()) {
        task.run();
      }
    }

    private synchronized void retry() {
      if (!over) {
        next = exact.schedule(REFRESH, this::attempt);
      }
    }

    private synchronized boolean end() {
      boolean first = !over;
      over = true;
      return first;
    }

    @Override
    public boolean cancel() {
      boolean cancelled = end();
      if (cancelled) {
        cancelNext();
      }
      return cancelled;
    }

    private synchronized void cancelNext() {
      next.cancel();
    }
  }
}
