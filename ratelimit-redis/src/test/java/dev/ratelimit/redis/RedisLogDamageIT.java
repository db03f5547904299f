package dev.ratelimit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots of a log that are met and cannot be: the whole log counts as absent. */
@RedisTest
class RedisLogDamageIT {

  private static final long NOW = 1_767_225_600_000_000L;
  private static final int HEAD_BYTES = 41;
  private static final int PERMITS = 50;
  private static final Rule RULE =
      Rule.of("rule", Limit.slidingLog(PERMITS, Duration.ofSeconds(10)));

  private RedisServer redis;
  private HandClockStore store;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    store = HandClockStore.ofCallers(server);
    for (int i = 0; i < PERMITS; i++) {
      store.check("key", RULE, 1, NOW + i);
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(byte[] value) {
    redis.command("SET".getBytes(UTF_8), "t:{key}".getBytes(UTF_8), value);
  }

  private void putSlot(int slot, double instant) {
    byte[] value = store.value("key");
    ByteBuffer.wrap(value)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putDouble(HEAD_BYTES + slot * Double.BYTES, instant);
    put(value);
  }

  private void assertCountsAsAbsent() {
    Decision decision = store.check("key", RULE, PERMITS, NOW + 100);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.remaining()).isZero();
    assertThat(decision.resetAfter()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void wholeLog_counts() {
    assertThat(store.check("key", RULE, 1, NOW + 100).allowed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1, 0.5, NOW + 50})
  void oldestThatCannotBe_makesTheLogAbsent(double instant) {
    putSlot(0, instant);

    assertCountsAsAbsent();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.NEGATIVE_INFINITY, 0, NOW + 48.5, NOW + 50})
  void newestThatCannotBe_makesTheLogAbsent(double instant) {
    putSlot(PERMITS - 1, instant);

    assertCountsAsAbsent();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 17 * 8})
  void endThatIsMissing_makesTheLogAbsent(int bytes) {
    byte[] value = store.value("key");

    put(Arrays.copyOf(value, value.length - bytes));

    assertCountsAsAbsent();
  }

  @Test
  void damagedLog_isLeftAloneByALook() {
    putSlot(0, Double.NaN);
    byte[] before = store.value("key");

    Decision peeked = store.peek("key", RULE, PERMITS, NOW + 100);

    assertThat(peeked.remaining()).isEqualTo(PERMITS);
    assertThat(store.value("key")).isEqualTo(before);
  }
}
