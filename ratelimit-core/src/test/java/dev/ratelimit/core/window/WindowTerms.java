package dev.ratelimit.core.window;

import dev.ratelimit.core.algorithm.Amounts;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Random;

/** Permits, a window and its offset, everyday ones and extremes; not all of them are legal. */
record WindowTerms(long permits, long windowMicros, long offsetMicros) {

  private static final long DAY = 86_400_000_000L;

  private static final long[] PERMITS = {
    1, 2, 3, 5, 10, 60, 100, 1_000, 99_991, 5_000_000, 1L << 40, (1L << 52) - 1, 1L << 52
  };

  private static final long[] WINDOWS = {
    1,
    7,
    10,
    1_000,
    7_000,
    1_000_000,
    1_000_003,
    10_000_000,
    60_000_000,
    DAY / 24,
    DAY,
    30 * DAY,
    365 * DAY,
    36_500 * DAY
  };

  static WindowTerms drawn(Random random) {
    long window = WINDOWS[random.nextInt(WINDOWS.length)];
    return new WindowTerms(permits(random), window, offset(random, window));
  }

  /** {@return others: with the same window and offset, the same window, or nothing in common} */
  WindowTerms changed(Random random) {
    return switch (random.nextInt(4)) {
      case 0, 1 -> new WindowTerms(permits(random), windowMicros, offsetMicros);
      case 2 -> new WindowTerms(permits, windowMicros, offset(random, windowMicros));
      default -> drawn(random);
    };
  }

  private static long permits(Random random) {
    return PERMITS[random.nextInt(PERMITS.length)];
  }

  private static long offset(Random random, long window) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> 0;
      case 2 -> window - 1;
      case 3 -> window / 2 / 1_000 * 1_000;
      default -> Amounts.below(random, window);
    };
  }

  Duration window() {
    return Duration.of(windowMicros, ChronoUnit.MICROS);
  }

  Optional<Duration> offset() {
    return Optional.of(Duration.of(offsetMicros, ChronoUnit.MICROS));
  }
}
