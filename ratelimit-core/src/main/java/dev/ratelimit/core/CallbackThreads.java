package dev.ratelimit.core;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads on which futures are completed where an application names no executor of its own:
 * shared by all limiters, daemons, as many as are busy, and ended when they have been idle for a
 * second. A callback that blocks holds up no other, whatever else the process does.
 */
public final class CallbackThreads {

  private static final AtomicLong STARTED = new AtomicLong();

  private static final Executor SHARED =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          1,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          CallbackThreads::daemon);

  private CallbackThreads() {}

  /** {@return the executor that all limiters share} */
  public static Executor shared() {
    return SHARED;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ratelimit-callback-" + STARTED.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
