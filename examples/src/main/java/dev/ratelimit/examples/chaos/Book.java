package dev.ratelimit.examples.chaos;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What callers know of one key. Thread-safe. */
final class Book {

  private static final long NEVER = Long.MIN_VALUE;

  private final LongAdder charged = new LongAdder();
  private final LongAccumulator longestGap = new LongAccumulator(Long::max, 0);
  private final AtomicLong recovered = new AtomicLong(NEVER);
  private volatile long answered = System.nanoTime();

  /** The store answered. */
  void answered(boolean isCharged, boolean isOver) {
    if (isCharged) {
      charged.increment();
    }
    long now = System.nanoTime();
    endGap(now);
    if (isOver && recovered.get() == NEVER) {
      recovered.compareAndSet(NEVER, now);
    }
  }

  void endGap(long now) {
    longestGap.accumulate(now - answered);
    answered = now;
  }

  void forgetGaps() {
    longestGap.reset();
  }

  long charged() {
    return charged.sum();
  }

  long longestGapNanos() {
    return longestGap.get();
  }

  /** {@return how long after an instant the store answered first, none if it did not} */
  long recoveryNanos(long since) {
    long first = recovered.get();
    return first == NEVER ? System.nanoTime() - since : Math.max(0, first - since);
  }

  /** {@return whether the store has answered since the fault was over} */
  boolean hasRecovered() {
    return recovered.get() != NEVER;
  }
}
