package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Known troubles with time and with changed limits, by the server's clock in the test's hand. */
@RedisTest
class RedisClockIT {

  private static final long NOW = 1_767_225_600_000_000L;
  private static final long SECOND = 1_000_000;
  private static final long HOUR = 3_600 * SECOND;

  private HandClockStore store;

  @BeforeEach
  void open(RedisServer redis) {
    store = HandClockStore.ofCallers(redis);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Rule rule(Limit limit) {
    return Rule.of("rule", limit);
  }

  private Decision check(Rule rule, long cost, long micros) {
    return store.check("key", rule, cost, micros);
  }

  @Test
  void tenMillionPerSecond_admitExactlyTheBurstInOneMicrosecond() {
    Rule rule = rule(Limit.perSecond(10_000_000).withBurst(10));
    int admitted = 0;

    for (int i = 0; i < 1_000; i++) {
      admitted += check(rule, 1, NOW).allowed() ? 1 : 0;
    }

    assertThat(admitted).isEqualTo(10);
    assertThat(check(rule, 10, NOW + 1).allowed()).isTrue();
  }

  @Test
  void changedRate_keepsTheFillLevelThereAndBack() {
    Rule slow = rule(Limit.of(10, Duration.ofSeconds(20)).withBurst(16));
    Rule fast = rule(Limit.of(1_000, Duration.ofSeconds(20)).withBurst(16));
    check(slow, 2, NOW);

    Decision changed = check(fast, 1, NOW);
    Decision back = check(slow, 0, NOW);

    assertThat(changed.remaining()).isEqualTo(13);
    assertThat(back.remaining()).isEqualTo(13);
    assertThat(back.resetAfter()).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void changedBurst_keepsTheShareThatIsThere() {
    Rule small = rule(Limit.perMinute(100));
    Rule large = rule(Limit.perMinute(1_000));
    check(small, 40, NOW);

    Decision grown = store.peek("key", large, 1, NOW);
    Decision back = store.peek("key", small, 1, NOW);

    assertThat(grown.remaining()).isEqualTo(600);
    assertThat(back.remaining()).isEqualTo(60);
  }

  @Test
  void twoLimitsByTurnsForTenMinutes_admitNoMoreThanTheLargerAlone() {
    Rule small = rule(Limit.perMinute(100));
    Rule large = rule(Limit.perMinute(1_000));
    long admitted = 0;

    for (int second = 0; second <= 600; second++) {
      Rule present = second % 2 == 0 ? large : small;
      admitted += store.take("key", present, 1_000, NOW + second * SECOND).granted();
    }

    assertThat(admitted).isBetween(1_000L, 1_000L + 10 * 1_000);
  }

  @Test
  void permitsSpentUnderASlowLimit_areNotGivenByAFasterOne() {
    Rule slow = rule(Limit.perSecond(1).withBurst(1_000));
    Rule fast = rule(Limit.perSecond(100).withBurst(1_000));
    check(slow, 1_000, NOW);

    Decision changed = store.peek("key", fast, 1, NOW + 60 * SECOND);

    assertThat(changed.remaining()).isEqualTo(60);
  }

  @Test
  void serverClockAnHourBack_refillsFromTheNewTime() {
    Rule rule = rule(Limit.perSecond(10));
    check(rule, 10, NOW);

    Decision denied = check(rule, 1, NOW - HOUR);
    Decision early = check(rule, 1, NOW - HOUR + 99_999);
    Decision later = check(rule, 1, NOW - HOUR + 100_000);

    assertThat(denied.retryAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(early.allowed()).isFalse();
    assertThat(later.allowed()).isTrue();
  }

  @Test
  void serverClockBackAndForth_givesOneBurstAtMost() {
    Rule rule = rule(Limit.perSecond(10));
    check(rule, 10, NOW);
    store.peek("key", rule, 1, NOW - HOUR);

    Decision forth = check(rule, 10, NOW);
    Decision another = check(rule, 1, NOW);

    assertThat(forth.allowed()).isTrue();
    assertThat(another.allowed()).isFalse();
  }

  @Test
  void instantOfTheCaller_decidesNothing(RedisServer redis) {
    Rule rule = rule(Limit.perDay(10));
    try (RedisLimiter limiter = TestLimiters.of(redis, rule.limit())) {
      limiter.store().check("key", rule, 10, NOW);

      Decision aYearLater = limiter.store().check("key", rule, 1, NOW + 365 * 24 * HOUR);

      assertThat(aYearLater.allowed()).isFalse();
    }
  }
}
