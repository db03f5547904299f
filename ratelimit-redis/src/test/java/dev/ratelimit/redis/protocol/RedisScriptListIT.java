package dev.ratelimit.redis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.redis.CommandCounts;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** One call that carries many requests: groups of operations on several keys. */
@RedisTest
class RedisScriptListIT {

  /** So slow that nothing is paid off while a test runs: one permit is 3,600,000,000 units. */
  private static final TokenBucket LIMIT = Limit.of(1, Duration.ofHours(1)).withBurst(10);

  private static final Terms TEN = terms(LIMIT);

  private static final long PERMIT = LIMIT.units().unitsPerPermit();

  private static Terms terms(Limit limit) {
    return Scripts.shipped().terms(limit);
  }

  private static Group group(Terms terms, List<Operation<?>> operations) {
    return new Group(terms, "key", operations);
  }

  @Test
  void groupsOfSeveralKeys_areDecidedByThemselvesInOneCall(RedisServer redis) {
    CommandCounts before = CommandCounts.of(redis);

    List<Long> first = debts(redis, List.of("{a}", "{b}"), List.of(checks(3), checks(4, 4, 4)));
    List<Long> then = debts(redis, List.of("{a}", "{b}"), List.of(checks(), checks()));

    assertThat(first).containsExactly(0L, 0L);
    assertThat(permits(then)).containsExactly(3L, 8L);
    assertThat(CommandCounts.of(redis).since(before))
        .isEqualTo(Map.of("eval", 2L, "time", 2L, "get", 4L, "set", 2L));
  }

  @Test
  void operationsOfOneGroup_areFoldedIntoOneReadAndOneWrite(RedisServer redis) {
    Group group =
        group(
            TEN,
            List.of(
                Operation.check(TEN, 6),
                Operation.check(TEN, 6),
                Operation.refund(2),
                Operation.check(TEN, 6),
                Operation.take(TEN, 5)));
    CommandCounts before = CommandCounts.of(redis);

    debts(redis, List.of("{a}"), List.of(group));

    assertThat(CommandCounts.of(redis).since(before))
        .isEqualTo(Map.of("eval", 1L, "time", 1L, "get", 1L, "set", 1L));
    assertThat(permits(debts(redis, List.of("{a}"), List.of(checks())))).containsExactly(10L);
  }

  @Test
  void sixtyFourChecksOfOneKey_admitExactlyTheBurst(RedisServer redis) {
    Group group = checks(LongStream.range(0, 64).map(i -> 1).toArray());

    debts(redis, List.of("{a}"), List.of(group));

    assertThat(permits(debts(redis, List.of("{a}"), List.of(checks())))).containsExactly(10L);
  }

  @Test
  void keyUnderTwoLimitsInOneCall_isConvertedInOrder(RedisServer redis) {
    Terms twenty = terms(Limit.of(2, Duration.ofHours(1)).withBurst(20));
    Group other = group(twenty, List.of(Operation.check(twenty, 10)));

    debts(redis, List.of("{a}", "{a}"), List.of(checks(5), other));

    // Half of ten, so half of twenty, and ten more: empty under either.
    assertThat(permits(debts(redis, List.of("{a}"), List.of(checks())))).containsExactly(10L);
  }

  private static Group checks(long... costs) {
    List<Operation<?>> operations = new ArrayList<>();
    for (long cost : costs) {
      operations.add(Operation.check(TEN, cost));
    }
    return group(TEN, operations);
  }

  private static List<Long> debts(RedisServer redis, List<String> keys, List<Group> groups) {
    return BucketCalls.call(redis, keys, groups.stream().map(Group::packed).toList()).stream()
        .map(RedisReply::asLong)
        .toList();
  }

  /** {@return debts in whole permits, rounded up: time passes while a test runs} */
  private static List<Long> permits(List<Long> debts) {
    return debts.stream().map(debt -> (debt + PERMIT - 1) / PERMIT).toList();
  }
}
