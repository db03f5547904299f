package dev.ratelimit.examples.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * When fallbacks answered instead of Redis.
 *
 * @param silences for how long Redis answered nobody, each time, in seconds
 * @param gaps between one outage and the next, in seconds
 * @param mixedSeconds for how long in outages Redis answered too
 * @param number how many outages there were
 */
public record Outages(List<Double> silences, List<Double> gaps, double mixedSeconds, int number) {

  /**
   * Copies the lists.
   *
   * @param silences for how long Redis answered nobody, each time, in seconds
   * @param gaps between one outage and the next, in seconds
   * @param mixedSeconds for how long in outages Redis answered too
   * @param number how many outages there were
   */
  public Outages {
    silences = List.copyOf(silences);
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
    List<Double> silences = new ArrayList<>();
    List<Double> gaps = new ArrayList<>();
    long mixed = 0;
    int number = 0;
    SortedSet<Long> left = new TreeSet<>(fallbacks);
    while (!left.isEmpty()) {
      long first = left.first();
      long last = last(left);
      SortedSet<Long> answered = new TreeSet<>(store).subSet(first, last + 1);
      silent(first, last, answered).forEach(slices -> silences.add(slices * sliceSeconds));
      mixed += answered.size();
      number++;
      left = left.tailSet(last + 1);
      if (!left.isEmpty()) {
        gaps.add((left.first() - last - 1) * sliceSeconds);
      }
    }
    return new Outages(silences, gaps, mixed * sliceSeconds, number);
  }

  /** {@return how many slices there are before, between and after those in which Redis answered} */
  private static List<Long> silent(long first, long last, SortedSet<Long> answered) {
    List<Long> silent = new ArrayList<>();
    long next = first;
    for (long slice : answered) {
      silent.add(slice - next);
      next = slice + 1;
    }
    silent.add(last + 1 - next);
    silent.removeIf(slices -> slices == 0);
    return silent;
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
