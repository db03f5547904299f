package dev.ratelimit.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingWindow;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the windows of a key begin; the offsets were computed by another program. */
class DefaultOffsetTest {

  private static final long SECOND = 1_000_000;

  private static long fixed(long windowMicros, String key) {
    Duration window = Duration.of(windowMicros, ChronoUnit.MICROS);
    return FixedWindowAlgorithm.of(Limit.fixedWindow(1, window)).grid(key).offsetMicros();
  }

  private static long sliding(long permits, Duration window, String key) {
    SlidingWindow limit = Limit.slidingWindow(permits, window);
    return SlidingWindowAlgorithm.of(limit).grid(key).offsetMicros();
  }

  @ParameterizedTest
  @CsvSource({
    "1,              0,              0", // the stride is 1 us
    "999,            72,             90",
    "1000,           380,            419",
    "1000003,        432988,         430211",
    "1000000,        380000,         419000", // 1 ms
    "1500000,        1380000,        1419000",
    "999000000,      691380000,      670419000",
    "1000000000,     380000000,      419000000", // 1 s
    "3600000000,     1980000000,     2619000000",
    "31536000000000, 13354380000000, 27913419000000"
  })
  void key_hasAnOffsetOfItsOwn(long windowMicros, long ofA, long ofUser42) {
    assertThat(fixed(windowMicros, "a")).isEqualTo(ofA);
    assertThat(fixed(windowMicros, "user-42")).isEqualTo(ofUser42);
  }

  @Test
  void negativeHash_givesAnOffsetWithinTheWindow() {
    assertThat(Fnv.hash("a")).isNegative();
    assertThat(fixed(SECOND, "a")).isBetween(0L, SECOND - 1);
  }

  @Test
  void slidingWindow_beginsWhereAFixedOneDoes() {
    assertThat(sliding(1, Duration.ofSeconds(500), "a")).isEqualTo(90_380_000);
    assertThat(sliding(1, Duration.ofHours(1), "user-42")).isEqualTo(2_619_000_000L);
  }

  @Test
  void tickCoarserThanTheStride_isTheStride() {
    Duration window = Duration.ofSeconds(500); // the stride alone would be 1 ms
    long permits = (1L << 52) / 500;
    SlidingWindow limit = Limit.slidingWindow(permits, window);

    assertThat(limit.tickMicros()).isEqualTo(SECOND);
    assertThat(sliding(permits, window, "a")).isEqualTo(380 * SECOND);
    assertThat(sliding(permits, window, "user-42")).isEqualTo(419 * SECOND);
    assertThat(sliding(permits, window, "\u65e5\u672c")).isEqualTo(169 * SECOND);
  }

  @Test
  void anyOffsetOfASlidingWindow_isAMultipleOfItsTick() {
    for (long permits : new long[] {1, 1L << 33, (1L << 52) / 500}) {
      SlidingWindow limit = Limit.slidingWindow(permits, Duration.ofSeconds(500));
      for (int key = 0; key < 1_000; key++) {
        long offset = SlidingWindowAlgorithm.of(limit).grid("key-" + key).offsetMicros();

        assertThat(offset % limit.tickMicros()).isZero();
        assertThat(offset).isBetween(0L, 500 * SECOND - 1);
      }
    }
  }

  @Test
  void manyKeys_beginAtManyInstants() {
    Set<Long> offsets = new HashSet<>();
    for (int key = 0; key < 1_000; key++) {
      offsets.add(fixed(SECOND, "key-" + key));
    }

    assertThat(offsets).hasSizeGreaterThan(500);
  }

  @Test
  void offsetOfTheLimit_isThatOfEveryKey() {
    FixedWindow limit = Limit.fixedWindow(1, Duration.ofDays(1)).withOffset(Duration.ofHours(5));
    FixedWindowAlgorithm algorithm = FixedWindowAlgorithm.of(limit);

    assertThat(algorithm.grid("a")).isEqualTo(new Grid(86_400 * SECOND, 18_000 * SECOND));
    assertThat(algorithm.grid("b")).isEqualTo(algorithm.grid("a"));
  }
}
