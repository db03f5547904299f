package dev.ratelimit.core.denied;

import dev.ratelimit.DeniedKey;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which keys were denied most often in the last minute or so: the present quarter of a minute and
 * the four before it.
 *
 * <p>Every key that was denied more often than all denials of that time divided by the number of
 * keys watched is among them, and no estimate is too small, nor too large by more than it says.
 * (Give or take the calls under way while a key is forgotten.)
 *
 * <p>Holds at most 40 times as many keys as it watches. Thread-safe: to count a key that is watched
 * takes no lock.
 */
public final class TopDenied {

  /** The most keys that can be watched. */
  public static final int MOST_KEYS = 10_000;

  private static final long PART_MICROS = 15_000_000;
  private static final int PARTS = 5;
  private static final Comparator<DeniedKey> MOST_FIRST =
      Comparator.comparingLong(DeniedKey::denials).reversed().thenComparing(DeniedKey::key);

  private final int keys;
  private final AtomicReferenceArray<@Nullable Part> parts = new AtomicReferenceArray<>(PARTS);

  /**
   * Has seen no denial.
   *
   * @param keys how many keys are watched, from 1 to {@value #MOST_KEYS}
   * @throws IllegalArgumentException if it is out of its range
   */
  public TopDenied(int keys) {
    requireKeys(keys);
    this.keys = keys;
  }

  /**
   * Refuses a number of keys that cannot be watched.
   *
   * @param keys from 1 to {@value #MOST_KEYS}
   * @throws IllegalArgumentException if it is out of its range
   */
  public static void requireKeys(int keys) {
    if (keys < 1 || keys > MOST_KEYS) {
      throw new IllegalArgumentException("keys must be from 1 to " + MOST_KEYS + ", was " + keys);
    }
  }

  /**
   * Counts a denial.
   *
   * @param key of which key
   * @param nowMicros when, in microseconds since the epoch
   */
  public void add(String key, long nowMicros) {
    partAt(nowMicros / PART_MICROS).add(key);
  }

  /** An instant of a slower thread counts in the part that has taken the place of its own. */
  private Part partAt(long number) {
    int place = (int) (number % PARTS);
    while (true) {
      @Nullable Part present = parts.get(place);
      if (present != null && present.number() >= number) {
        return present;
      }
      Part next = new Part(number, keys);
      if (parts.compareAndSet(place, present, next)) {
        return next;
      }
    }
  }

  /**
   * {@return the keys that were denied most often, those first}
   *
   * @param most how many at most, at least 0
   * @param nowMicros the present, in microseconds since the epoch
   * @throws IllegalArgumentException if {@code most} is negative
   */
  public List<DeniedKey> top(int most, long nowMicros) {
    if (most < 0) {
      throw new IllegalArgumentException("most must be at least 0, was " + most);
    }
    List<Part> recent = recent(nowMicros / PART_MICROS);
    return recent.stream()
        .flatMap(Part::keys)
        .distinct()
        .map(key -> deniedIn(recent, key))
        .sorted(MOST_FIRST)
        .limit(most)
        .toList();
  }

  private List<Part> recent(long number) {
    return IntStream.range(0, PARTS)
        .mapToObj(parts::get)
        .flatMap(Stream::ofNullable)
        .filter(part -> part.number() > number - PARTS)
        .toList();
  }

  private static DeniedKey deniedIn(List<Part> recent, String key) {
    Estimate sum = recent.stream().map(part -> part.of(key)).reduce(Estimate.NONE, Estimate::plus);
    return new DeniedKey(key, sum.most(), sum.error());
  }
}
