package dev.ratelimit.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/** Threads that begin at once. */
public final class Together {

  private Together() {}

  /**
   * Has each of several threads do something, and waits until all have.
   *
   * @param work is told which thread it is, from 0
   */
  public static void run(int threads, IntConsumer work) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                awaitUninterruptibly(start);
                work.accept(number);
              });
      thread.start();
      started.add(thread);
    }
    start.countDown();
    for (Thread thread : started) {
      thread.join();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
