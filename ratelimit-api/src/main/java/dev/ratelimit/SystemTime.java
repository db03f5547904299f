package dev.ratelimit;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Wall clock at start plus {@link System#nanoTime()}. Thread-safe. */
final class SystemTime implements TimeSource {

  private static final Logger LOG = System.getLogger(TimeSource.class.getName());
  private static final long IDLE_SECONDS = 10;
  private static final long NANOS_PER_MICRO = 1_000;

  static final SystemTime INSTANCE = new SystemTime();

  private final long originNanos = System.nanoTime();
  private final long originMicros = wallMicros();
  private final ScheduledThreadPoolExecutor scheduler = scheduler();

  private SystemTime() {}

  @Override
  public long micros() {
    return originMicros + (System.nanoTime() - originNanos) / NANOS_PER_MICRO;
  }

  @Override
  public Cancellable schedule(Duration delay, Runnable task) {
    long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(delay));
    AtomicBoolean settled = new AtomicBoolean();
    Runnable once =
        () -> {
          if (settled.compareAndSet(false, true)) {
            runLogged(task);
          }
        };
    ScheduledFuture<?> scheduled = scheduler.schedule(once, nanos, TimeUnit.NANOSECONDS);
    // A future can still be cancelled while it runs; the flag tells that it has started.
    return () -> settled.compareAndSet(false, true) && scheduled.cancel(false);
  }

  private static void runLogged(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a scheduled task failed", e);
    }
  }

  private static long wallMicros() {
    return Micros.since1970("the wall clock", Instant.now());
  }

  private static ScheduledThreadPoolExecutor scheduler() {
    ScheduledThreadPoolExecutor scheduler =
        new ScheduledThreadPoolExecutor(1, task -> DaemonThread.of("ratelimit-time", task));
    scheduler.setRemoveOnCancelPolicy(true);
    scheduler.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    scheduler.allowCoreThreadTimeOut(true);
    return scheduler;
  }
}
