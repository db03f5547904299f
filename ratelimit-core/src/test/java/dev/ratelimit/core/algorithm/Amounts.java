package dev.ratelimit.core.algorithm;

import java.util.Random;

/** Draws costs and pauses, often those at which something changes. */
public final class Amounts {

  private Amounts() {}

  /** {@return a number from 0 to less than a bound} */
  public static long below(Random random, long bound) {
    return Math.floorMod(random.nextLong(), bound);
  }

  /** {@return a cost, or permits to give back} */
  public static long amount(Random random, long remaining, long most) {
    return switch (random.nextInt(12)) {
      case 0 -> 0;
      case 1, 2, 3 -> 1;
      case 4, 5 -> remaining;
      case 6 -> remaining + 1;
      case 7 -> most;
      case 8 -> most + 1;
      case 9 -> Math.max(1, most / 3);
      case 10 -> 1 + below(random, most);
      default -> Long.MAX_VALUE;
    };
  }

  /** {@return a span of time, sometimes back} */
  public static long pause(Random random, long window, long retry, long reset) {
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> 0;
      case 3 -> 1;
      case 4 -> retry;
      case 5 -> Math.max(0, retry - 1);
      case 6 -> reset;
      case 7 -> Math.max(0, reset - 1);
      case 8, 9 -> below(random, window);
      case 10 -> window;
      case 11 -> window + below(random, window);
      case 12 -> 1_000;
      case 13 -> below(random, 1_000_000);
      case 14 -> -1;
      default -> -below(random, 2 * window);
    };
  }
}
