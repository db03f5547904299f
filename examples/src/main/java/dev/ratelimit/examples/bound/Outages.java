package dev.ratelimit.examples.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * When fallbacks answered instead of Redis.
 *
 * @param lengths of each outage, in seconds
 * @param gaps between one outage and the next, in seconds
 * @param mixedSeconds for how long in outages Redis answered too
 */
public record Outages(List<Double> lengths, List<Double> gaps, double mixedSeconds) {

  /**
   * Copies the lists.
   *
   * @param lengths of each outage, in seconds
   * @param gaps between one outage and the next, in seconds
   * @param mixedSeconds for how long in outages Redis answered too
   */
  public Outages {
    lengths = List.copyOf(lengths);
    gaps = List.copyOf(gaps);
  }

  /** An outage goes on where no fallback answers for no more slices than that. */
  private static final long LULL = 2;

  /**
   * {@return what follows from the slices of time in which each answered}
   *
   * @param fallbacks in which a fallback did
   * @param store in which Redis did
   * @param sliceSeconds how long a slice is
   */
  public static Outages of(Set<Long> fallbacks, Set<Long> store, double sliceSeconds) {
    List<Double> lengths = new ArrayList<>();
    List<Double> gaps = new ArrayList<>();
    long mixed = 0;
    SortedSet<Long> left = new TreeSet<>(fallbacks);
    while (!left.isEmpty()) {
      long first = left.first();
      long last = last(left);
      lengths.add((last - first + 1) * sliceSeconds);
      mixed += store.stream().filter(slice -> slice >= first && slice <= last).count();
      left = left.tailSet(last + 1);
      if (!left.isEmpty()) {
        gaps.add((left.first() - last - 1) * sliceSeconds);
      }
    }
    return new Outages(lengths, gaps, mixed * sliceSeconds);
  }

  /** {@return the last slice of the outage that begins with the first} */
  private static long last(SortedSet<Long> slices) {
    long last = slices.first();
    for (long slice : slices) {
      if (slice - last > LULL) {
        break;
      }
      last = slice;
    }
    return last;
  }
}
