package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a key takes. Bounds are what jemalloc gives; other allocators count a little otherwise. */
@RedisTest
class RedisMemoryIT {

  private static final String KEY = "a".repeat(25);

  private static long bytes(RedisServer redis, Limit limit, int checks) {
    try (RedisLimiter limiter = TestLimiters.of(redis, limit)) {
      for (int i = 0; i < checks; i++) {
        limiter.check(KEY);
      }
    }
    return redis.command("MEMORY", "USAGE", "rl:{" + KEY + "}").asLong();
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        Arguments.of(Limit.perMinute(100), 136),
        Arguments.of(LastingLimits.fixedWindow(100), 136),
        Arguments.of(LastingLimits.slidingWindow(100), 136),
        Arguments.of(Limit.allOf(Limit.perHour(9), LastingLimits.bucket(9)), 184),
        Arguments.of(LastingLimits.allOf(9), 248));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void keyOfThirtyCharacters_takesLittleMemory(Limit limit, long atMost, RedisServer redis) {
    assertThat(bytes(redis, limit, 3)).isLessThanOrEqualTo(atMost + 8);
  }

  /** How much is reserved for growth depends on the allocator that Redis was built with. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 1_000})
  void logOfAsManyPermits_takesEightBytesAPermitAndAsMuchToGrow(int permits, RedisServer redis) {
    assertThat(bytes(redis, LastingLimits.slidingLog(1_000), permits))
        .isLessThanOrEqualTo(300 + 16L * permits);
  }
}
