package dev.ratelimit.benchmarks.keyed;

import java.util.SplittableRandom;

/**
 * The keys of requests in the order in which they arrive, the same in every process.
 *
 * <p>Not thread-safe.
 */
final class Requests {

  private static final int LENGTH = 1 << 22;
  private static final long SEED = 20_260_101;

  private final String[] keys;
  private int next;

  private Requests(String[] keys) {
    this.keys = keys;
  }

  /**
   * {@return requests of users of whom few are busy, unless the exponent is 0, wherever their keys
   * lie in memory}
   */
  static Requests zipf(String[] users, double exponent) {
    SplittableRandom random = new SplittableRandom(SEED);
    int[] userOfRank = shuffled(users.length, random);
    Zipf zipf = new Zipf(users.length, exponent);
    String[] keys = new String[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      keys[i] = users[userOfRank[zipf.draw(random)]];
    }
    return new Requests(keys);
  }

  String next() {
    return keys[next++ & (LENGTH - 1)];
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }
}
