package dev.ratelimit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test sets by hand, and whose tasks it runs by hand. */
final class HandTime implements TimeSource {

  private final AtomicLong micros = new AtomicLong();
  private final Queue<Scheduled> tasks = new ArrayDeque<>();
  private final Set<Thread> refreshers = new HashSet<>();
  private CompletableFuture<Thread> refresher = new CompletableFuture<>();
  private long refreshes;

  /** What was scheduled, and whether it was called off. */
  static final class Scheduled {
    final Duration delay;
    final Runnable task;
    boolean cancelled;

    Scheduled(Duration delay, Runnable task) {
      this.delay = delay;
      this.task = task;
    }

    boolean cancel() {
      boolean first = !cancelled;
      cancelled = true;
      return first;
    }
  }

  @Override
  public long micros() {
    if (Thread.currentThread().getName().equals("ratelimit-coarse-time")) {
      refreshedBy(Thread.currentThread());
    }
    return micros.get();
  }

  private synchronized void refreshedBy(Thread thread) {
    refreshes++;
    refreshers.add(thread);
    refresher.complete(thread);
  }

  @Override
  public Cancellable schedule(Duration delay, Runnable task) {
    Scheduled scheduled = new Scheduled(delay, task);
    tasks.add(scheduled);
    return scheduled::cancel;
  }

  void set(long newMicros) {
    micros.set(newMicros);
  }

  /** {@return the oldest task not taken yet} */
  Scheduled next() {
    return tasks.remove();
  }

  boolean hasTask() {
    return !tasks.isEmpty();
  }

  /** {@return how often this clock has been copied} */
  synchronized long refreshes() {
    return refreshes;
  }

  /** {@return the threads that have copied this clock} */
  synchronized Set<Thread> refreshers() {
    return Set.copyOf(refreshers);
  }

  /** {@return the next thread that copies this clock} */
  synchronized CompletableFuture<Thread> nextRefresher() {
    refresher = new CompletableFuture<>();
    return refresher;
  }
}
