package dev.ratelimit.examples.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Who answered when: time is cut in slices. Thread-safe. */
final class Answers {

  private static final long SLICE_NANOS = 100_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** So many slices without an answer of a fallback end an outage. */
  private static final long APART = 3;

  private final Set<Long> ofStore = ConcurrentHashMap.newKeySet();
  private final Set<Long> ofFallback = ConcurrentHashMap.newKeySet();

  void byStore() {
    ofStore.add(slice());
  }

  void byFallback() {
    ofFallback.add(slice());
  }

  private static long slice() {
    return System.nanoTime() / SLICE_NANOS;
  }

  /** {@return for how long the store answered some and a fallback others} */
  double mixedSeconds() {
    return seconds(ofFallback.stream().filter(ofStore::contains).count());
  }

  /** {@return the length of each time in which a fallback answered, in seconds} */
  List<Double> outages() {
    List<Double> outages = new ArrayList<>();
    long first = Long.MIN_VALUE;
    long last = Long.MIN_VALUE;
    for (long slice : new TreeSet<>(ofFallback)) {
      if (first != Long.MIN_VALUE && slice - last >= APART) {
        outages.add(seconds(last - first + 1));
        first = slice;
      }
      first = first == Long.MIN_VALUE ? slice : first;
      last = slice;
    }
    if (first != Long.MIN_VALUE) {
      outages.add(seconds(last - first + 1));
    }
    return outages;
  }

  private static double seconds(long slices) {
    return slices * SLICE_NANOS / NANOS_PER_SECOND;
  }
}
