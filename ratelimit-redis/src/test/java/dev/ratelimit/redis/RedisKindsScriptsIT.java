package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One script call an operation, and the commands in it, for each kind but the token bucket. */
@RedisTest
class RedisKindsScriptsIT {

  private static final Map<String, Long> LOOKED = Map.of("evalsha", 1L, "time", 1L, "get", 1L);
  private static final Map<String, Long> SET =
      Map.of("evalsha", 1L, "time", 1L, "get", 1L, "set", 1L);
  private static final Map<String, Long> DELETED =
      Map.of("evalsha", 1L, "time", 1L, "get", 1L, "del", 1L);

  private static final Map<String, Long> LOG_LOOKED =
      Map.of("evalsha", 1L, "time", 1L, "getrange", 1L);
  private static final Map<String, Long> LOG_SET =
      Map.of("evalsha", 1L, "time", 1L, "getrange", 1L, "set", 1L);
  private static final Map<String, Long> LOG_DELETED =
      Map.of("evalsha", 1L, "time", 1L, "getrange", 1L, "del", 1L);

  private RedisServer redis;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
  }

  private Map<String, Long> executed(Runnable operation) {
    CommandCounts before = CommandCounts.of(redis);
    operation.run();
    return CommandCounts.of(redis).since(before);
  }

  static Stream<Limit> statesInOneValue() {
    return Stream.of(
        LastingLimits.fixedWindow(9), LastingLimits.slidingWindow(9), LastingLimits.allOf(9));
  }

  @ParameterizedTest
  @MethodSource("statesInOneValue")
  void eachOperation_isOneReadAndAtMostOneWrite(Limit limit) {
    try (RedisLimiter limiter = TestLimiters.of(redis, limit)) {
      limiter.check("warm-up");

      assertThat(executed(() -> limiter.check("key", 4))).isEqualTo(SET);
      assertThat(executed(() -> limiter.check("key", 5))).isEqualTo(SET);
      assertThat(executed(() -> limiter.check("key"))).isEqualTo(LOOKED);
      assertThat(executed(() -> limiter.check("key", 0))).isEqualTo(LOOKED);
      assertThat(executed(() -> limiter.check("key", 10))).isEqualTo(LOOKED);
      assertThat(executed(() -> limiter.peek("key", 1))).isEqualTo(LOOKED);
      assertThat(executed(() -> limiter.refund("key", 0))).isEqualTo(LOOKED);
      assertThat(executed(() -> limiter.refund("key", 1))).isEqualTo(SET);
      assertThat(executed(() -> limiter.refund("key", Long.MAX_VALUE))).isEqualTo(DELETED);
      assertThat(executed(() -> limiter.reset("key"))).isEqualTo(DELETED);
    }
  }

  @Test
  void eachOperationOnAShortLog_isOneReadAndChangesItInPlace() {
    Map<String, Long> changed =
        Map.of("evalsha", 1L, "time", 1L, "getrange", 1L, "setrange", 2L, "pexpire", 1L);
    Map<String, Long> shortened =
        Map.of("evalsha", 1L, "time", 1L, "getrange", 1L, "setrange", 1L, "pexpire", 1L);
    try (RedisLimiter limiter = TestLimiters.of(redis, LastingLimits.slidingLog(9))) {
      limiter.check("warm-up");

      assertThat(executed(() -> limiter.check("key", 4))).isEqualTo(LOG_SET);
      assertThat(executed(() -> limiter.check("key", 5))).isEqualTo(changed);
      assertThat(executed(() -> limiter.check("key"))).isEqualTo(LOG_LOOKED);
      assertThat(executed(() -> limiter.check("key", 0))).isEqualTo(LOG_LOOKED);
      assertThat(executed(() -> limiter.check("key", 10))).isEqualTo(LOG_LOOKED);
      assertThat(executed(() -> limiter.peek("key", 1))).isEqualTo(LOG_LOOKED);
      assertThat(executed(() -> limiter.refund("key", 0))).isEqualTo(LOG_LOOKED);
      assertThat(executed(() -> limiter.refund("key", 1))).isEqualTo(shortened);
      assertThat(executed(() -> limiter.refund("key", Long.MAX_VALUE))).isEqualTo(LOG_DELETED);
      assertThat(executed(() -> limiter.reset("key"))).isEqualTo(LOG_DELETED);
    }
  }

  /** Its newest instant is not among those that are read at once. */
  @Test
  void longLog_isReadInTwoPiecesAndWrittenInBlocks() {
    try (RedisLimiter limiter = TestLimiters.of(redis, LastingLimits.slidingLog(1_000))) {
      limiter.check("warm-up");

      Map<String, Long> blocks = executed(() -> limiter.check("key", 1_000));
      Map<String, Long> denied = executed(() -> limiter.check("key"));

      // The first SETRANGE only tries the right to it, before anything is charged.
      assertThat(blocks)
          .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "getrange", 1L, "set", 1L, "setrange", 2L));
      assertThat(denied).isEqualTo(Map.of("evalsha", 1L, "time", 1L, "getrange", 2L));
    }
  }

  @Test
  void fourKinds_areFourScriptsBesideWhatTheStartLoads() {
    redis.command("SCRIPT", "FLUSH"); // the probe and the token bucket are loaded at each start

    for (long permits = 1; permits <= 3; permits++) {
      LastingLimits.ofTheOtherKinds(permits)
          .forEach(
              limit -> {
                try (RedisLimiter limiter = TestLimiters.of(redis, limit)) {
                  limiter.check("key");
                }
              });
    }

    assertThat(redis.info("memory")).containsEntry("number_of_cached_scripts", "6");
  }
}
