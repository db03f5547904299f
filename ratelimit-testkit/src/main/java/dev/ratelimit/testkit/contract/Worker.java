package dev.ratelimit.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A thread that does something while the test does something else. Keeps no process alive. */
final class Worker<T> {

  private final FutureTask<T> work;
  private final Thread thread;

  private Worker(Callable<T> work) {
    this.work = new FutureTask<>(work);
    this.thread = new Thread(this.work, "worker");
    this.thread.setDaemon(true);
  }

  static <T> Worker<T> start(Callable<T> work) {
    Worker<T> worker = new Worker<>(work);
    worker.thread.start();
    return worker;
  }

  /** Starts many that do the same, and begin when all are there. */
  static <T> List<Worker<T>> startTogether(int count, Callable<T> work) {
    CountDownLatch missing = new CountDownLatch(count);
    List<Worker<T>> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      workers.add(
          start(
              () -> {
                missing.countDown();
                missing.await();
                return work.call();
              }));
    }
    return workers;
  }

  void interrupt() {
    thread.interrupt();
  }

  boolean isDone() {
    return work.isDone();
  }

  /** {@return what the work gave, once it is done; what it threw is the cause of the exception} */
  T result() throws InterruptedException, ExecutionException {
    return work.get();
  }

  /** {@return the results of all, once all are done} */
  static <T> List<T> results(List<Worker<T>> workers)
      throws InterruptedException, ExecutionException {
    List<T> results = new ArrayList<>();
    for (Worker<T> worker : workers) {
      results.add(worker.result());
    }
    return results;
  }
}
