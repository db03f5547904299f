package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How long the shipped scripts let keys of each kind but the token bucket live. */
@RedisTest
class RedisKindsExpiryIT {

  private RedisServer redis;
  private RedisLimiter limiter;
  private RedisStore store;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    limiter = TestLimiters.of(server, Limit.perDay(1));
    store = (RedisStore) limiter.store();
  }

  @AfterEach
  void close() {
    limiter.close();
  }

  /** What leaves a key written. */
  enum Write {
    CHECK,
    REFUND,
    CHECK_UNDER_A_CHANGED_LIMIT,
    LOOK_UNDER_A_CHANGED_LIMIT;

    void on(RedisStore store, Rule rule, Rule changed) {
      switch (this) {
        case CHECK -> store.check("key", rule, 1, 0);
        case REFUND -> store.refund("key", rule, 2, 0);
        case CHECK_UNDER_A_CHANGED_LIMIT -> store.check("key", changed, 1, 0);
        case LOOK_UNDER_A_CHANGED_LIMIT -> store.peek("key", changed, 1, 0);
      }
    }

    boolean isUnderTheChangedLimit() {
      return this == CHECK_UNDER_A_CHANGED_LIMIT || this == LOOK_UNDER_A_CHANGED_LIMIT;
    }
  }

  /** No window ends while the test runs. */
  static Stream<Arguments> writes() {
    Duration offset = Duration.ofDays(7_300);
    Duration window = Duration.ofDays(36_500);
    return Stream.of(
            Arguments.of(
                Limit.fixedWindow(10, window).withOffset(offset), LastingLimits.fixedWindow(12)),
            Arguments.of(
                Limit.slidingWindow(10, window).withOffset(offset),
                LastingLimits.slidingWindow(12)),
            Arguments.of(Limit.slidingLog(10, Duration.ofHours(1)), LastingLimits.slidingLog(12)),
            Arguments.of(
                Limit.allOf(Limit.perDay(10), Limit.perHour(10)),
                Limit.allOf(Limit.perDay(10), Limit.perHour(12))))
        .flatMap(
            limits ->
                Arrays.stream(Write.values())
                    .map(write -> Arguments.of(write, limits.get()[0], limits.get()[1])));
  }

  /** Time goes on between the questions, so what is asked first is the longer. */
  @ParameterizedTest
  @MethodSource("writes")
  void writtenKey_livesUntilItIsFull(Write write, Limit limit, Limit changed) {
    Rule rule = Rule.of(limit);
    Rule last = Rule.of(write.isUnderTheChangedLimit() ? changed : limit);
    store.check("key", rule, 5, 0);

    write.on(store, rule, Rule.of(changed));

    Duration before = store.peek("key", last, 1, 0).resetAfter();
    Duration lives = Duration.ofMillis(redis.command("PTTL", "rl:{key}").asLong());
    Duration after = store.peek("key", last, 1, 0).resetAfter();
    assertThat(lives.plusMillis(1)).isGreaterThanOrEqualTo(after);
    assertThat(lives).isLessThanOrEqualTo(before.plusMillis(50));
  }

  static Stream<Limit> limits() {
    return LastingLimits.ofTheOtherKinds(10);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void deniedKey_keepsItsBytesAndItsExpiry(Limit limit) {
    Rule rule = Rule.of(limit);
    store.check("key", rule, 10, 0);
    byte[] value = redis.command("DUMP", "rl:{key}").asBytes();
    long lives = redis.command("PTTL", "rl:{key}").asLong();

    store.check("key", rule, 1, 0);
    store.check("key", rule, 0, 0);
    store.check("key", rule, Long.MAX_VALUE, 0);
    store.peek("key", rule, 1, 0);
    store.refund("key", rule, 0, 0);

    assertThat(redis.command("DUMP", "rl:{key}").asBytes()).isEqualTo(value);
    assertThat(redis.command("PTTL", "rl:{key}").asLong()).isBetween(1L, lives);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void keyThatIsPaidBack_isGoneAtOnce(Limit limit) {
    Rule rule = Rule.of(limit);
    store.check("refunded", rule, 3, 0);
    store.check("forgotten", rule, 3, 0);

    store.refund("refunded", rule, 3, 0);
    store.reset("forgotten", rule, 0);

    assertThat(redis.command("DBSIZE").asLong()).isZero();
  }

  @Test
  void windowOfACentury_isNoTooLargeExpiry() {
    store.check("key", Rule.of(LastingLimits.slidingLog(3)), 1, 0);

    long lives = redis.command("PTTL", "rl:{key}").asLong();

    assertThat(Duration.ofMillis(lives)).isGreaterThan(Duration.ofDays(36_499));
  }
}
