package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What others, or accidents, have put at a key: a decision each, no error, no lasting denial. */
@RedisTest
class RedisForeignStateIT {

  private static final long NOW = 1_767_225_600_000_000L;
  private static final double NAN = Double.NaN;
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final double TOO_LARGE = 0x1p53 + 2;

  /** One permit a second, ten at once: r 1, p 1,000,000, C 10,000,000, in microseconds. */
  private static final TokenBucket LIMIT = Limit.perSecond(1).withBurst(10);

  private static final Rule RULE = Rule.of("rule", LIMIT);
  private static final double R = 1;
  private static final double P = 1_000_000;
  private static final double C = 10_000_000;

  /** The lease slot of now: a slot is a quarter of a second. */
  private static final double SLOT = 7_068_902_400.0;

  private RedisServer redis;
  private HandClockStore store;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    store = HandClockStore.ofCallers(server);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Named<Consumer<RedisServer>> text(String name, String value) {
    return Named.of(name, redis -> redis.command("SET", "t:{key}", value));
  }

  private static Named<Consumer<RedisServer>> command(String... command) {
    return Named.of(command[0], redis -> redis.command(command));
  }

  private static Named<Consumer<RedisServer>> packed(String name, StoredBucket value) {
    return Named.of(name, redis -> value.putAt(redis, "t:{key}"));
  }

  static Stream<Named<Consumer<RedisServer>>> foreign() {
    return Stream.of(
        text("abc", "abc"),
        text("empty", ""),
        text("nan", "nan"),
        text("inf", "inf"),
        text("1e400", "1e400"),
        text("0x10", "0x10"),
        text("a debt in digits", "9007199254740991"),
        text("42 bytes of text", "x".repeat(42)),
        text("66 bytes of text", "\u0001".repeat(66)),
        text("a long text", "x".repeat(100_000)),
        command("HSET", "t:{key}", "tokens", "3"),
        command("RPUSH", "t:{key}", "3"),
        command("SADD", "t:{key}", "3"),
        command("ZADD", "t:{key}", "3", "3"),
        command("XADD", "t:{key}", "*", "3", "3"),
        command("SETBIT", "t:{key}", "400", "1"));
  }

  /** Everything but one number is right. The debt would deny if it were read. */
  static Stream<Named<Consumer<RedisServer>>> damaged() {
    double now = NOW;
    return Stream.of(
        packed("version 0", StoredBucket.of(0, 0, R, P, C, C, now)),
        packed("version 2", StoredBucket.of(2, 0, R, P, C, C, now)),
        packed("unknown tick", StoredBucket.of(1, 3, R, P, C, C, now)),
        packed("rate nan", StoredBucket.of(1, 0, NAN, P, C, C, now)),
        packed("rate zero", StoredBucket.of(1, 0, 0, P, C, C, now)),
        packed("rate inf", StoredBucket.of(1, 0, INF, P, C, C, now)),
        packed("permit zero", StoredBucket.of(1, 0, R, 0, C, C, now)),
        packed("permit -inf", StoredBucket.of(1, 0, R, -INF, C, C, now)),
        packed("permit half", StoredBucket.of(1, 0, R, 0.5, C, C, now)),
        packed("capacity nan", StoredBucket.of(1, 0, R, P, NAN, C, now)),
        packed("capacity below a permit", StoredBucket.of(1, 0, R, P, 1, C, now)),
        packed("capacity in part permits", StoredBucket.of(1, 0, R, P, C + 1, C, now)),
        packed("capacity too large", StoredBucket.of(1, 0, R, P, 0x1p53, C, now)),
        packed("debt nan", StoredBucket.of(1, 0, R, P, C, NAN, now)),
        packed("debt inf", StoredBucket.of(1, 0, R, P, C, INF, now)),
        packed("debt negative", StoredBucket.of(1, 0, R, P, C, -1, now)),
        packed("debt half", StoredBucket.of(1, 0, R, P, C, C + 0.5, now)),
        packed("debt too large", StoredBucket.of(1, 0, R, P, C, TOO_LARGE, now)),
        packed("tick nan", StoredBucket.of(1, 0, R, P, C, C, NAN)),
        packed("tick negative", StoredBucket.of(1, 0, R, P, C, C, -1)),
        packed("tick half", StoredBucket.of(1, 0, R, P, C, C, 0.5)),
        packed("a number short", StoredBucket.of(1, 0, R, P, C, C)),
        packed("a number too many", StoredBucket.of(1, 0, R, P, C, C, now, 1)),
        packed("half a slot", StoredBucket.of(1, 0, R, P, C, C, now, 1, 0, 0, 5)),
        packed("generation nan", StoredBucket.of(1, 0, R, P, C, C, now, NAN, 0, 0)),
        packed("carried inf", StoredBucket.of(1, 0, R, P, C, C, now, 1, INF, now)),
        packed("carried negative", StoredBucket.of(1, 0, R, P, C, C, now, 1, -1, now)),
        packed("lapse nan", StoredBucket.of(1, 0, R, P, C, C, now, 1, 1, NAN)),
        packed("slot nan", StoredBucket.of(1, 0, R, P, C, C, now, 0, 0, 0, NAN, 1)),
        packed("leased nan", StoredBucket.of(1, 0, R, P, C, C, now, 0, 0, 0, 5, NAN)));
  }

  static Stream<Named<Consumer<RedisServer>>> absent() {
    return Stream.concat(foreign(), damaged());
  }

  @ParameterizedTest
  @MethodSource("absent")
  void valueThatIsNotOurs_countsAsAbsentAndIsOverwritten(Consumer<RedisServer> value) {
    value.accept(redis);

    Decision first = store.check("key", RULE, 3, NOW);
    Decision second = store.check("key", RULE, 4, NOW);

    assertThat(first.allowed()).isTrue();
    assertThat(first.remaining()).isEqualTo(7);
    assertThat(second.remaining()).isEqualTo(3);
    assertThat(redis.command("GET", "t:{key}").asBytes())
        .isEqualTo(StoredBucket.of(LIMIT.units(), 7 * P, NOW).bytes());
  }

  @ParameterizedTest
  @MethodSource("absent")
  void valueThatIsNotOurs_isLeftAloneByALook(Consumer<RedisServer> value) {
    value.accept(redis);
    byte[] before = redis.command("DUMP", "t:{key}").asBytes();

    Decision peeked = store.peek("key", RULE, 10, NOW);
    Decision denied = store.check("key", RULE, 11, NOW);

    assertThat(peeked.allowed()).isTrue();
    assertThat(peeked.remaining()).isEqualTo(10);
    assertThat(denied.outcome()).isEqualTo(Outcome.NEVER);
    assertThat(redis.command("DUMP", "t:{key}").asBytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("absent")
  void valueThatIsNotOurs_isRemovedByAReset(Consumer<RedisServer> value) {
    value.accept(redis);

    Decision reset = store.reset("key", RULE, NOW);

    assertThat(reset.remaining()).isEqualTo(10);
    assertThat(redis.command("EXISTS", "t:{key}").asLong()).isZero();
  }

  @Test
  void debtBeyondTheGreatest_isAnEmptyBucket() {
    StoredBucket.of(LIMIT.units(), 0x1p53 - 1, NOW).putAt(redis, "t:{key}");

    Decision denied = store.check("key", RULE, 1, NOW);
    Decision later = store.check("key", RULE, 1, NOW + 1_000_000);

    assertThat(denied.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(denied.resetAfter()).isEqualTo(Duration.ofSeconds(10));
    assertThat(later.allowed()).isTrue();
  }

  @Test
  void tickInTheFuture_isAClockThatWentBack() {
    StoredBucket.of(LIMIT.units(), C, 0x1p53).putAt(redis, "t:{key}");

    Decision denied = store.check("key", RULE, 1, NOW);
    Decision later = store.check("key", RULE, 1, NOW + 1_000_000);

    assertThat(denied.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(later.allowed()).isTrue();
  }

  @Test
  void debtBelowWhatIsOutOnLease_isRaisedToIt() {
    BucketUnits units = LIMIT.units();
    StoredBucket.of(units, 1, NOW).and(0, 0, 0, SLOT, 4).putAt(redis, "t:{key}");

    Decision peeked = store.peek("key", RULE, 1, NOW);

    assertThat(peeked.remaining()).isEqualTo(6);
  }

  /** No bucket of ours can have granted in a slot that has not begun. */
  @Test
  void leaseOfAFutureSlot_neverDeniesForGood() {
    long refill = 10_000_000;
    List<Double> slots = List.of(SLOT + 1, 0x1p50, 0x1p53);

    for (double slot : slots) {
      StoredBucket.of(LIMIT.units(), C, NOW).and(0, 0, 0, slot, 10).putAt(redis, "t:{key}");

      Decision later = store.check("key", RULE, 1, NOW + 2 * refill);

      assertThat(later.allowed()).as("slot %s", slot).isTrue();
    }
  }

  /** A grant lapses within an eighth of the longest time to refill, a hundred years. */
  @Test
  void carriedLeaseThatLapsesTooLate_neverDeniesForGood() {
    long year = 365L * 24 * 3_600 * 1_000_000;
    for (double lapse : List.of(NOW + 20.0 * year, 0x1p53)) {
      StoredBucket.of(LIMIT.units(), C, NOW).and(1, 10, lapse).putAt(redis, "t:{key}");

      Decision later = store.check("key", RULE, 1, NOW + 13 * year);

      assertThat(later.allowed()).as("lapse %s", lapse).isTrue();
    }
  }

  @Test
  void limitThatCannotBeBuilt_countsAsAbsent() {
    double century = 36_500L * 24 * 3_600;
    StoredBucket.of(1, 2, 1, 1, century + 1, century + 1, 0).putAt(redis, "t:{key}");

    Decision decision = store.check("key", RULE, 1, NOW);

    assertThat(decision.remaining()).isEqualTo(9);
  }

  @Test
  void slotsOutOfOrder_countAsAbsent() {
    StoredBucket.of(LIMIT.units(), C, NOW).and(0, 0, 0, SLOT, 5, SLOT, 5).putAt(redis, "t:{key}");

    Decision decision = store.check("key", RULE, 1, NOW);

    assertThat(decision.remaining()).isEqualTo(9);
  }

  @Test
  void moreSlotsThanCount_countAsAbsent() {
    StoredBucket bucket = StoredBucket.of(LIMIT.units(), C, NOW).and(0, 0, 0);
    for (int i = 5; i >= 0; i--) {
      bucket.and(SLOT - i, 1);
    }
    bucket.putAt(redis, "t:{key}");

    Decision decision = store.check("key", RULE, 1, NOW);

    assertThat(decision.remaining()).isEqualTo(9);
  }
}
