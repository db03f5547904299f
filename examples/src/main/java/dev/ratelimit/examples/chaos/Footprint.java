package dev.ratelimit.examples.chaos;

import dev.ratelimit.examples.chaos.scene.Pauses;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/**
 * What this process holds.
 *
 * @param threads how many live, but for those of the JVM and of Reactor
 * @param heapBytes how much of the heap is used after a collection
 */
record Footprint(int threads, long heapBytes) {

  private static final int LOOKS = 100;
  private static final int BETWEEN_MILLIS = 100;

  /** {@return what it holds now} */
  static Footprint now() {
    System.gc();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    long threads =
        Thread.getAllStackTraces().keySet().stream().filter(Footprint::isOfLimiters).count();
    return new Footprint((int) threads, heap.getUsed());
  }

  /**
   * {@return whether a limiter may have started it} The JVM keeps a thread for each child for a
   * while, and Reactor, by which the driver asks sentinels, some for ever.
   */
  private static boolean isOfLimiters(Thread thread) {
    return !thread.getName().startsWith("process reaper")
        && !thread.getName().startsWith("parallel-");
  }

  /** {@return what it holds once no more threads live than before, or they do not end} */
  static Footprint after(Footprint before) {
    Footprint after = now();
    for (int i = 0; i < LOOKS && after.threads > before.threads; i++) {
      Pauses.REAL.of(BETWEEN_MILLIS);
      after = now();
    }
    return after;
  }

  double megabytes() {
    return heapBytes / 1e6;
  }
}
