package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several keys checked by one script call: all are charged, or none. */
@RedisTest
class RedisTogetherIT {

  private static final Limit TEN = LastingLimits.bucket(10);

  private RedisServer redis;
  private RedisLimiter limiter;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    limiter = TestLimiters.of(server, TEN);
    limiter.check("warm-up");
  }

  @AfterEach
  void close() {
    limiter.close();
  }

  private static List<Request> keys(int count, long cost) {
    return IntStream.range(0, count).mapToObj(i -> Request.of("key " + i, cost)).toList();
  }

  private static List<Long> remaining(PermitLimiter limiter, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> limiter.peek("key " + i, 1).remaining())
        .distinct()
        .toList();
  }

  static Stream<Integer> counts() {
    return Stream.of(1, 2, 64);
  }

  @ParameterizedTest
  @MethodSource("counts")
  void keysThatAllHaveTheirPermits_areAllChargedInOneCall(int count) {
    CommandCounts before = CommandCounts.of(redis);

    Decision decision = limiter.checkAll(keys(count, 4));

    assertThat(CommandCounts.of(redis).since(before))
        .isEqualTo(
            Map.of("evalsha", 1L, "time", 1L, "get", 2L * count, "set", Long.valueOf(count)));
    assertThat(decision.allowed()).isTrue();
    assertThat(decision.remaining()).isEqualTo(6);
    assertThat(remaining(limiter, count)).containsExactly(6L);
  }

  @ParameterizedTest
  @MethodSource("counts")
  void oneKeyThatIsDenied_letsNoneBeCharged(int count) {
    limiter.checkAll(keys(count, 1));
    limiter.check("key " + (count - 1), 9);
    CommandCounts before = CommandCounts.of(redis);

    Decision decision = limiter.checkAll(keys(count, 1));

    assertThat(CommandCounts.of(redis).since(before))
        .isEqualTo(Map.of("evalsha", 1L, "time", 1L, "get", 2L * count));
    assertThat(decision.allowed()).isFalse();
    assertThat(decision.remaining()).isZero();
    assertThat(remaining(limiter, count - 1)).isSubsetOf(9L);
    assertThat(limiter.peek("key " + (count - 1), 1).remaining()).isZero();
  }

  @Test
  void severalThatAreDenied_reportTheLongestWait() {
    Map<String, Rule> rules =
        Map.of(
            "hours", Rule.of("hours", Limit.perHour(2)),
            "days", Rule.of("days", Limit.perDay(2)),
            "minutes", Rule.of("minutes", Limit.perMinute(2)));
    try (RedisLimiter several = TestLimiters.builder(redis).rules(rules::get).build()) {
      List<Request> all = rules.keySet().stream().map(key -> Request.of(key, 2)).toList();
      several.checkAll(all);

      Decision decision = several.checkAll(all);

      assertThat(decision.ruleName()).isEqualTo("days");
      assertThat(decision.retryAfter()).isBetween(Duration.ofHours(23), Duration.ofHours(24));
      assertThat(several.peek("minutes", 1).remaining()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void keysUnderAChangedLimit_areConvertedAndChargedInOneCall() {
    limiter.checkAll(keys(3, 5));
    try (RedisLimiter changed = TestLimiters.of(redis, LastingLimits.bucket(20))) {
      CommandCounts before = CommandCounts.of(redis);

      Decision allowed = changed.checkAll(keys(3, 4));
      Decision denied = changed.checkAll(keys(3, 7));

      assertThat(CommandCounts.of(redis).since(before)).containsEntry("evalsha", 2L);
      assertThat(allowed.remaining()).isEqualTo(6);
      assertThat(denied.allowed()).isFalse();
      assertThat(remaining(changed, 3)).containsExactly(6L);
    }
  }

  @Test
  void denialUnderAChangedLimit_convertsAndChargesNone() {
    limiter.checkAll(keys(2, 5));
    limiter.check("key 1", 5);
    try (RedisLimiter changed = TestLimiters.of(redis, LastingLimits.bucket(20))) {

      Decision denied = changed.checkAll(keys(2, 1));

      assertThat(denied.allowed()).isFalse();
      assertThat(changed.peek("key 0", 1).remaining()).isEqualTo(10);
      assertThat(changed.peek("key 1", 1).remaining()).isZero();
    }
  }

  static Stream<Demand> undecidable() {
    return Stream.concat(
        LastingLimits.ofTheOtherKinds(10).map(limit -> new Demand("other", Rule.of(limit), 1)),
        Stream.of(
            new Demand("other", Rule.of(TEN), 0),
            new Demand("other", Rule.of(TEN), 11),
            new Demand("other", Rule.of(TEN), Long.MAX_VALUE)));
  }

  @ParameterizedTest
  @MethodSource("undecidable")
  void demandThatOneCallCannotDecide_isLeftToTheCallerAndNothingIsSent(Demand demand) {
    CommandCounts before = CommandCounts.of(redis);
    Demand bucket = new Demand("key", Rule.of(TEN), 1);

    assertThat(limiter.store().checkTogether(List.of(bucket, demand), 0)).isEmpty();
    assertThat(limiter.store().checkTogether(List.of(demand, bucket), 0)).isEmpty();

    assertThat(CommandCounts.of(redis).since(before)).isEmpty();
  }

  @Test
  void redisThatIsAway_isAFailureAndChargesAllOrNone() throws InterruptedException {
    try (FaultProxy proxy = FaultProxy.to(redis);
        Rig rig = Rig.over(proxy.uri())) {
      assertFailsUncertainly(proxy, rig, Moment.BEFORE_REQUEST);
      assertThat(remaining(rig.limiter, 3)).containsExactly(1_000L);

      assertFailsUncertainly(proxy, rig, Moment.BEFORE_REPLY);
      assertThat(remaining(rig.limiter, 3)).containsExactly(996L);
    }
  }

  private static void assertFailsUncertainly(FaultProxy proxy, Rig rig, Moment moment)
      throws InterruptedException {
    proxy.arm(Fault.CUT, moment, "EVALSHA");
    assertThatThrownBy(() -> rig.limiter.checkAll(keys(3, 4)))
        .isInstanceOfSatisfying(
            StoreException.class, error -> assertThat(error.charge()).isEqualTo(Charge.UNCERTAIN));
    rig.awaitReconnected();
  }
}
