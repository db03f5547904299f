package dev.ratelimit.local;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntToLongFunction;

/** 64 threads that begin at once. */
final class Crowd {

  private static final int THREADS = 64;

  private Crowd() {}

  /** {@return the sum of what each thread's work results in; the work is told its number} */
  static long sum(IntToLongFunction work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CountDownLatch start = new CountDownLatch(THREADS);
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        results.add(
            threads.submit(
                () -> {
                  start.countDown();
                  start.await();
                  return work.applyAsLong(thread);
                }));
      }
      long total = 0;
      for (Future<Long> result : results) {
        total += result.get();
      }
      return total;
    } finally {
      threads.shutdown();
    }
  }
}
