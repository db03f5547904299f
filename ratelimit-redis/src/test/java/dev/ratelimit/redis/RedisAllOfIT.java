package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which parts of an all-of a denial writes back: those that the rules name, and no other. */
@RedisTest
class RedisAllOfIT {

  private static final long NOW = 1_767_225_600_500_000L;
  private static final long SECOND = 1_000_000;
  private static final int HEAD_BYTES = 2;
  private static final int PART_BYTES = 41;

  private static final TokenBucket QUICK = Limit.perMinute(1);
  private static final TokenBucket SLOW = Limit.perHour(1);

  /** Its tick is a second. */
  private static final TokenBucket SECONDS = Limit.of(9_999_991, Duration.ofDays(30));

  private HandClockStore store;

  @BeforeEach
  void open(RedisServer server) {
    store = HandClockStore.ofCallers(server);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Rule rule(TokenBucket first, TokenBucket... rest) {
    return Rule.of("rule", Limit.allOf(first, rest));
  }

  private byte[] part(int index) {
    int from = HEAD_BYTES + index * PART_BYTES;
    return Arrays.copyOfRange(store.value("key"), from, from + PART_BYTES);
  }

  @Test
  void changedPart_isWrittenAloneByADenial() {
    store.check("key", rule(QUICK, SLOW), 1, NOW);
    byte[] first = part(0);
    byte[] second = part(1);

    store.check("key", rule(QUICK, SLOW.withBurst(2)), 1, NOW + SECOND);

    assertThat(part(0)).isEqualTo(first);
    assertThat(part(1)).isNotEqualTo(second);
  }

  @Test
  void longerList_leavesTheOtherPartsAsTheyWere() {
    store.check("key", rule(QUICK, SLOW), 1, NOW);
    byte[] first = part(0);
    byte[] second = part(1);

    store.check("key", rule(QUICK, SLOW, SECONDS), 1, NOW + SECOND);

    assertThat(store.value("key")).hasSize(HEAD_BYTES + 3 * PART_BYTES);
    assertThat(part(0)).isEqualTo(first);
    assertThat(part(1)).isEqualTo(second);
  }

  @Test
  void shorterList_leavesTheOtherPartsAsTheyWere() {
    store.check("key", rule(QUICK, SLOW), 1, NOW);
    byte[] first = part(0);

    store.check("key", rule(QUICK), 1, NOW + SECOND);

    assertThat(store.value("key")).hasSize(HEAD_BYTES + PART_BYTES);
    assertThat(part(0)).isEqualTo(first);
  }

  @Test
  void stepBackInsideATickOfOnePart_leavesItAsItWas() {
    store.check("key", rule(QUICK, SECONDS), 1, NOW);
    byte[] first = part(0);
    byte[] second = part(1);

    store.check("key", rule(QUICK, SECONDS), 1, NOW - 1);

    assertThat(part(0)).isNotEqualTo(first);
    assertThat(part(1)).isEqualTo(second);
  }

  /** Also if nothing is owed just then: a clock that runs back finds it again. */
  @Test
  void changedPart_leavesOthersThatAreFullByNow() {
    TokenBucket brief = Limit.perSecond(1);
    Rule changed = rule(QUICK, brief.withBurst(2));
    store.check("key", rule(QUICK, brief), 1, NOW);
    byte[] first = part(0);
    long full = NOW + 60 * SECOND;

    store.peek("key", changed, 1, full);

    assertThat(part(0)).isEqualTo(first);
    assertThat(store.check("key", changed, 1, full - 1).retryAfter())
        .isEqualTo(Duration.ofNanos(1_000));
  }

  @Test
  void deniedList_isLeftAsItWas() {
    store.check("key", rule(QUICK, SECONDS), 1, NOW);
    byte[] value = store.value("key");

    store.check("key", rule(QUICK, SECONDS), 1, NOW + 30 * SECOND);

    assertThat(store.value("key")).isEqualTo(value);
  }
}
