package dev.ratelimit.redis.membership;

import java.util.Arrays;

/** The largest of the last ten numbers: grows at once and shrinks slowly. Thread-safe. */
final class LargestOfLast {

  private static final int REMEMBERED = 10;

  private final int[] last = new int[REMEMBERED]; // guarded by this
  private int oldest; // guarded by this
  private volatile int largest; // written under this

  /** As if a number had been heard ten times. */
  LargestOfLast(int first) {
    Arrays.fill(last, first);
    this.largest = first;
  }

  int largest() {
    return largest;
  }

  synchronized void add(int number) {
    last[oldest] = number;
    oldest = (oldest + 1) % REMEMBERED;
    largest = Arrays.stream(last).max().orElseThrow();
  }
}
