package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How scripts reach the server: one call a decision, whatever it has forgotten. */
@RedisTest
class RedisScriptsIT {

  private final Locale usual = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(usual);
  }

  @Test
  void eachCheck_isOneScriptCall(RedisServer redis) {
    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(2))) {
      limiter.check("warm-up");
      CommandCounts start = CommandCounts.of(redis);
      limiter.check("new");
      CommandCounts ofNew = CommandCounts.of(redis);
      limiter.check("new");
      CommandCounts ofKnown = CommandCounts.of(redis);
      limiter.check("new");
      CommandCounts ofDenied = CommandCounts.of(redis);
      limiter.peek("new", 1);
      CommandCounts ofPeek = CommandCounts.of(redis);

      Map<String, Long> allowed = Map.of("evalsha", 1L, "time", 1L, "get", 1L, "set", 1L);
      Map<String, Long> looked = Map.of("evalsha", 1L, "time", 1L, "get", 1L);
      assertThat(ofNew.since(start)).isEqualTo(allowed);
      assertThat(ofKnown.since(ofNew)).isEqualTo(allowed);
      assertThat(ofDenied.since(ofKnown)).isEqualTo(looked);
      assertThat(ofPeek.since(ofDenied)).isEqualTo(looked);
    }
  }

  @Test
  void thousandLimits_shareOneScript(RedisServer redis) {
    try (RedisLimiter limiter =
        TestLimiters.builder(redis)
            .rules(
                key ->
                    Rule.of(
                        key, Limit.of(1 + Long.parseLong(key), Duration.ofDays(1)).withBurst(7)))
            .build()) {
      redis.command("SCRIPT", "FLUSH");

      List<CompletableFuture<Decision>> decisions =
          IntStream.range(0, 1_000).mapToObj(i -> limiter.checkAsync("" + i, 2)).toList();

      assertThat(decisions).allSatisfy(one -> assertThat(one.join().remaining()).isEqualTo(5));
      assertThat(redis.info("memory")).containsEntry("number_of_cached_scripts", "1");
    }
  }

  @Test
  void forgottenScripts_areSentAgainAndEachCheckChargedOnce(RedisServer redis) {
    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(1_000))) {
      limiter.check("key");
      redis.command("SCRIPT", "FLUSH");
      CommandCounts before = CommandCounts.of(redis);

      List<CompletableFuture<Decision>> decisions =
          IntStream.range(0, 100).mapToObj(i -> limiter.checkAsync("key")).toList();

      assertThat(decisions).allSatisfy(one -> assertThat(one.join().allowed()).isTrue());
      assertThat(decisions.stream().map(one -> one.join().remaining()).distinct()).hasSize(100);
      assertThat(limiter.peek("key", 1).remaining()).isEqualTo(899);
      Map<String, Long> executed = CommandCounts.of(redis).since(before);
      assertThat(executed.get("set")).isBetween(2L, 100L); // folded as they arrive
      assertThat(executed.keySet()).isSubsetOf("evalsha", "eval", "time", "get", "set");
    }
  }

  @Test
  void scriptsForgottenAllTheTime_leaveEachCheckChargedOnce(RedisServer redis) {
    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(1_000))) {
      for (int i = 0; i < 50; i++) {
        redis.command("SCRIPT", "FLUSH");
        CompletableFuture<Decision> one = limiter.checkAsync("key");
        CompletableFuture<Decision> other = limiter.checkAsync("key");

        assertThat(one.join().allowed()).isTrue();
        assertThat(other.join().allowed()).isTrue();
      }

      assertThat(limiter.peek("key", 1).remaining()).isEqualTo(900);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ar-EG-u-nu-arab", "de-DE", "tr-TR", "th-TH-u-nu-thai", "hi-IN-u-nu-deva"})
  void defaultLocale_changesNothingThatIsSent(String locale, RedisServer redis) {
    Locale.setDefault(Locale.forLanguageTag(locale));
    redis.command("SCRIPT", "FLUSH");

    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.of(12, Duration.ofDays(30)))) {
      Decision decision = limiter.check("KEY\n7i", 3);

      assertThat(decision.remaining()).isEqualTo(9);
      assertThat(redis.command("EXISTS", "rl:{KEY%0a7i}").asLong()).isEqualTo(1);
    }
  }
}
