package dev.ratelimit.core;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A clock that a test moves by hand, and that runs what is due on the moving thread. */
public final class HandClock implements TimeSource {

  private final List<Task> tasks = new ArrayList<>();
  private final Semaphore scheduled = new Semaphore(0);
  private long micros;
  private int reads;
  private Runnable whileScheduling = () -> {};

  private record Task(long dueMicros, Runnable task) {}

  @Override
  public synchronized long micros() {
    reads++;
    return micros;
  }

  @Override
  public Cancellable schedule(Duration delay, Runnable runnable) {
    Task task = add(delay, runnable);
    scheduled.release();
    whileScheduling.run();
    return () -> remove(task);
  }

  private synchronized Task add(Duration delay, Runnable runnable) {
    Task task = new Task(micros + delay.toNanos() / 1_000, runnable);
    tasks.add(task);
    return task;
  }

  private synchronized boolean remove(Task task) {
    return tasks.remove(task);
  }

  public void advance(long span) {
    List<Task> due = due(span);
    due.forEach(task -> task.task().run());
  }

  private synchronized List<Task> due(long span) {
    micros += span;
    List<Task> due =
        tasks.stream()
            .filter(task -> task.dueMicros() <= micros)
            .sorted(Comparator.comparing(Task::dueMicros))
            .toList();
    tasks.removeAll(due);
    return due;
  }

  /** What happens after a task is scheduled and before the scheduling call returns. */
  void whileScheduling(Runnable action) {
    whileScheduling = action;
  }

  /** Waits until one more task than before has been scheduled. */
  void awaitScheduled() {
    scheduled.acquireUninterruptibly();
  }

  public synchronized int pending() {
    return tasks.size();
  }

  synchronized int reads() {
    return reads;
  }
}
