package dev.ratelimit.examples.chaos;

import dev.ratelimit.examples.chaos.scene.Pause;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/**
 * What this process holds.
 *
 * @param threads how many live
 * @param heapBytes how much of the heap is used after a collection
 */
record Footprint(int threads, long heapBytes) {

  private static final int LOOKS = 100;
  private static final int BETWEEN_MILLIS = 100;

  /** {@return what it holds now} */
  static Footprint now() {
    System.gc();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Footprint(ManagementFactory.getThreadMXBean().getThreadCount(), heap.getUsed());
  }

  /** {@return what it holds once no more threads live than before, or they do not end} */
  static Footprint after(Footprint before) {
    Footprint after = now();
    for (int i = 0; i < LOOKS && after.threads > before.threads; i++) {
      Pause.of(BETWEEN_MILLIS);
      after = now();
    }
    return after;
  }

  double megabytes() {
    return heapBytes / 1e6;
  }
}
