package dev.ratelimit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Keys;
import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any text is a key, and each is a bucket of its own. */
@RedisTest
class RedisKeysIT {

  private static final List<String> KEYS =
      List.of(
          Keys.of("a", "b:c"),
          Keys.of("a:b", "c"),
          "",
          "%",
          "%25",
          "}x{",
          "{x}",
          "x",
          "{}",
          "}",
          "{",
          "%7d",
          "%7D",
          "x".repeat(10_000),
          "x".repeat(9_999) + "y",
          "\ud83d\ude00",
          "\ud83d\ude01",
          "a\nb",
          "a\r\nb",
          "a\u0000b",
          "a b",
          "é",
          "e\u0301",
          "\u007f",
          "\ufeff",
          "١٢٣",
          "123");

  @Test
  void differentKeys_areSeparateBuckets(RedisServer redis) {
    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(1))) {
      for (String key : KEYS) {
        assertThat(limiter.check(key).allowed()).as("first check of \"%s\"", key).isTrue();
        assertThat(limiter.check(key).allowed()).as("second check of \"%s\"", key).isFalse();
      }

      assertThat(redis.command("DBSIZE").asLong()).isEqualTo(KEYS.size());
    }
  }

  @Test
  void namesOfOneKey_shareASlotThatTheKeyAloneDecides(RedisServer redis) {
    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(1))) {
      KEYS.forEach(limiter::check);
    }

    for (RedisReply reply : redis.command("KEYS", "*").asList()) {
      String name = reply.asText();
      String tag = name.substring("rl:{".length(), name.length() - 1);
      int alone = SlotHash.getSlot(tag.getBytes(UTF_8));

      assertThat(tag).isNotEmpty().doesNotContain("{", "}");
      assertThat(slots(name, name + ":lease", "other:{" + tag + "}")).containsOnly(alone);
    }
  }

  private static Stream<Integer> slots(String... names) {
    return Stream.of(names).map(name -> SlotHash.getSlot(name.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d"})
  void halfASurrogatePair_isRefusedAndSendsNothing(String key, RedisServer redis) {
    try (RedisLimiter limiter = TestLimiters.of(redis, Limit.perDay(1))) {
      CommandCounts before = CommandCounts.of(redis);

      assertThatThrownBy(() -> limiter.check(key))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(
              "key must be well-formed text, but has half a surrogate pair, U+D");
      assertThatThrownBy(() -> limiter.checkAsync(key))
          .isInstanceOf(IllegalArgumentException.class);

      assertThat(CommandCounts.of(redis).since(before)).isEmpty();
    }
  }

  @Test
  void prefix_isWhatAllNamesBeginWith(RedisServer redis) {
    try (RedisLimiter limiter =
        TestLimiters.builder(redis).limit(Limit.perDay(1)).prefix("shop é:").build()) {
      limiter.check("key");
    }

    assertThat(redis.command("EXISTS", "shop é:{key}").asLong()).isEqualTo(1);
    assertThat(redis.command("DBSIZE").asLong()).isEqualTo(1);
  }

  @Test
  void prefixesThatDiffer_areSeparateBuckets(RedisServer redis) {
    try (RedisLimiter some =
            TestLimiters.builder(redis).limit(Limit.perDay(1)).prefix("a").build();
        RedisLimiter others =
            TestLimiters.builder(redis).limit(Limit.perDay(1)).prefix("b").build()) {
      some.check("key");

      assertThat(others.check("key").allowed()).isTrue();
    }
  }
}
