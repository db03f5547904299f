package dev.ratelimit.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that were damaged at random: a decision each, the one that the protocol's page says. */
@RedisTest
class RedisDamagePropertyIT {

  private static final int VALUES = 1_000;
  private static final long NOW = 1_767_225_600_000_000L;

  /** A debt of ours can be of permits that were reserved an hour ahead. */
  private static final Duration AHEAD = Duration.ofHours(1);

  private RedisServer redis;
  private HandClockStore store;
  private Random random;
  private long micros;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    store = HandClockStore.ofCallers(server);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @ParameterizedTest
  @EnumSource
  void damagedValue_isDecidedAsThePageSaysAndIsOursAgain(StoredKind kind) {
    for (int seed = 0; seed < VALUES; seed++) {
      random = new Random(seed);
      micros = NOW;
      damage(kind);
      for (int operation = 0; operation < 3; operation++) {
        assertDecidedAsRead(kind, "seed " + seed);
        pause();
      }
      assertOursInTheEnd(kind, "seed " + seed);
    }
  }

  private Rule rule(StoredKind kind) {
    return random.nextInt(3) == 0 ? kind.other() : kind.rule();
  }

  private void pause() {
    micros += random.nextInt(4) == 0 ? random.nextInt(8_000_000) : 0;
  }

  private void damage(StoredKind kind) {
    Rule rule = rule(kind);
    store.reset("key", rule, micros);
    for (int check = 0; check < 6; check++) {
      store.check("key", rule, 1 + random.nextInt((int) rule.limit().mostPermits() / 2), micros);
      pause();
    }
    put(new Damage(random).of(store.value("key"), micros));
  }

  private void put(byte[] value) {
    redis.command("SET".getBytes(UTF_8), "t:{key}".getBytes(UTF_8), value);
  }

  private void assertDecidedAsRead(StoredKind kind, String told) {
    Rule rule = rule(kind);
    Reading read = kind.read(store.value("key"));
    LimitedKey pure = StoredKind.found(rule, read, micros);
    long amount = 1L + random.nextInt((int) rule.limit().mostPermits());
    boolean refunds = random.nextInt(4) == 0;

    Decision decision =
        refunds
            ? store.refund("key", rule, amount, micros)
            : store.check("key", rule, amount, micros);

    assertThat(decision.remaining()).as(told).isBetween(0L, rule.limit().mostPermits());
    if (read.foreseen()) {
      assertThat(decision)
          .as(told)
          .isEqualTo(
              refunds
                  ? StoredKind.replies(micros).state(pure.refund(amount).answer())
                  : StoredKind.replies(micros).decision(pure.check(amount).answer()));
    }
  }

  private void assertOursInTheEnd(StoredKind kind, String told) {
    Duration longest = AnyLimits.duration(Spans.of(kind.rule().limit()).refillMicros()).plus(AHEAD);
    Decision denied = store.check("key", kind.rule(), 10, micros);
    micros += TimeUnit.MICROSECONDS.convert(denied.retryAfter());
    Decision allowed = denied.allowed() ? denied : store.check("key", kind.rule(), 10, micros);

    assertThat(denied.retryAfter()).as(told).isLessThanOrEqualTo(longest);
    assertThat(allowed.allowed()).as(told).isTrue();
    assertThat(kind.read(store.value("key")))
        .as(told)
        .satisfiesAnyOf(
            read -> assertThat(read.state()).isPresent(),
            read -> assertThat(read.foreseen()).isFalse());
  }
}
