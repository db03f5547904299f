package dev.ratelimit.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All that is compared does the same work: it keeps the limit, each key by itself. */
@RedisTest
class SubjectIT {

  private static final TokenBucket LIMIT = Limit.of(5, Duration.ofDays(1));

  private final RedisServer redis;

  SubjectIT(RedisServer redis) {
    this.redis = redis;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PING")
  void spentKey_isDeniedAndAnotherIsNot(Subject subject) {
    try (Checks checks = subject.open(redis.uri(), LIMIT)) {
      assertThat(IntStream.range(0, 5)).allMatch(i -> checks.check("spent"));

      assertThat(checks.check("spent")).isFalse();
      assertThat(checks.check("other")).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PING")
  void asynchronousChecks_spendTheSame(Subject subject) {
    try (Checks checks = subject.open(redis.uri(), LIMIT)) {
      assertThat(IntStream.range(0, 5))
          .allMatch(i -> checks.checkAsync("spent").toCompletableFuture().join());

      assertThat(checks.checkAsync("spent").toCompletableFuture().join()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"OURS", "OURS_LEASED", "PLAIN_SCRIPT", "BUCKET4J", "BUCKET4J_BATCHING", "REDISSON"})
  void instances_shareTheLimit(Subject subject) {
    try (Checks checks = subject.open(redis.uri(), LIMIT);
        Checks others = subject.open(redis.uri(), LIMIT)) {
      assertThat(IntStream.range(0, 5)).allMatch(i -> checks.check("spent"));

      assertThat(others.check("spent")).isFalse();
    }
  }
}
