package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code docs/operations.md} tells to type into Redis does what it says. */
@RedisTest(Sharing.OWN)
class OperationsIT {

  private static final Map<String, Limit> LIMITS =
      Map.of(
          "bucket", Limit.perMinute(100),
          "log", Limit.slidingLog(5, Duration.ofMinutes(15)),
          "window", Limit.fixedWindow(5, Duration.ofMinutes(1)),
          "sliding", Limit.slidingWindow(5, Duration.ofMinutes(1)),
          "all", Limit.allOf(Limit.perSecond(5), Limit.perHour(5)));

  private static String[] shown(String beginning) {
    String command =
        Documents.shown("sh")
            .flatMap(block -> block.code().lines())
            .filter(line -> line.startsWith("redis-cli " + beginning))
            .findFirst()
            .orElseThrow();
    return Arrays.stream(command.split(" "))
        .skip(1)
        .map(word -> word.replace("'", ""))
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bucket", "log", "window", "sliding", "all"})
  void userWithTheRightsShown_canDoAllThatALimiterDoes(String key, RedisServer redis) {
    redis.command(shown("ACL SETUSER"));
    RedisURI uri = RedisURI.create("redis://limits:change-me@" + redis.host() + ":" + redis.port());

    try (RedisLimiter limiter =
        RedisLimiter.builder(uri).rules(k -> Rule.of(LIMITS.get(k))).build()) {
      assertThat(limiter.check(key).allowed()).isTrue();
      assertThat(limiter.check(key, 2).allowed()).isTrue();
      assertThat(limiter.check(key, 5).allowed()).isEqualTo(key.equals("bucket"));
      limiter.refund(key, 1);
      limiter.reset(key);
      assertThat(limiter.check(key, 5).allowed()).isTrue();
    }
    assertThat(refused(redis)).isEmpty();
  }

  private static Stream<String> refused(RedisServer redis) {
    return redis.command("ACL", "LOG").asList().stream().map(Object::toString);
  }

  @Test
  void policyShown_isTheOneThatRemovesNothing(RedisServer redis) {
    redis.command(shown("CONFIG SET maxmemory-policy"));

    assertThat(redis.info("memory")).containsEntry("maxmemory_policy", "noeviction");
  }
}
