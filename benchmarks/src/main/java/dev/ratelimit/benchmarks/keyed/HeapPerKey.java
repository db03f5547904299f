package dev.ratelimit.benchmarks.keyed;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.ref.Reference;

/**
 * Row "heap per key beyond the key": prints by how many bytes the live heap grows for each of a
 * million keys whose strings exist already. Run by {@link HeapContestant} in a process of its own.
 */
final class HeapPerKey {

  private static final int COLLECTIONS = 2;

  private HeapPerKey() {}

  /** Takes the name of a {@link Subject}. */
  public static void main(String[] args) {
    String[] keys = Users.keys(Users.COUNT);
    KeyedLimiter limiter = Subject.valueOf(args[0]).limiter(Users.LIMIT, Users.COUNT);
    try {
      System.out.println((double) growth(keys, limiter) / Users.COUNT);
    } finally {
      Reference.reachabilityFence(keys);
      Reference.reachabilityFence(limiter);
    }
  }

  private static long growth(String[] keys, KeyedLimiter limiter) {
    long before = liveBytes();
    for (String key : keys) {
      limiter.check(key);
    }
    long kept = limiter.size().getAsLong();
    if (kept != keys.length) {
      throw new IllegalStateException("keys kept: " + kept);
    }
    return liveBytes() - before;
  }

  /** {@return what the last collection left; what is used now includes whole allocation buffers} */
  private static long liveBytes() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getCollectionUsage().getUsed())
        .sum();
  }
}
