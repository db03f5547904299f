package dev.ratelimit.benchmarks.load;

import dev.ratelimit.benchmarks.keyed.Zipf;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The keys that a caller checks one after the other, without end.
 *
 * <p>Not thread-safe.
 */
final class Keys {

  private static final int LENGTH = 1 << 20;
  private static final long SEED = 20_260_101;

  /*
   * Callers walk over one long list, each from a place of its own: drawing would take time
   * between two checks.
   */
  private static final Map<Traffic, String[]> DRAWN = new ConcurrentHashMap<>();

  private final String[] drawn;
  private int next;

  private Keys(String[] drawn, int first) {
    this.drawn = drawn;
    this.next = first;
  }

  /**
   * {@return those of a caller}
   *
   * @param caller its number, from 0
   * @param callers how many there are
   */
  static Keys of(Traffic traffic, int caller, int callers) {
    String[] all = DRAWN.computeIfAbsent(traffic, Keys::draw);
    return new Keys(all, (int) ((long) all.length * caller / callers));
  }

  String next() {
    String key = drawn[next];
    next = next + 1 == drawn.length ? 0 : next + 1;
    return key;
  }

  private static String[] draw(Traffic traffic) {
    String[] names =
        IntStream.range(0, traffic.keys()).mapToObj(traffic::key).toArray(String[]::new);
    String[] drawn = new String[LENGTH];
    Zipf zipf = new Zipf(names.length, traffic.exponent());
    SplittableRandom random = new SplittableRandom(SEED);
    Arrays.setAll(drawn, place -> names[zipf.draw(random)]);
    return drawn;
  }
}
