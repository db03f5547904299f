package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseId;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasedPermits;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How long the shipped script lets keys live, and what writes nothing. */
@RedisTest(Sharing.OWN)
class RedisExpiryIT {

  private static final Rule SLOW = Rule.of("slow", Limit.perDay(100));
  private static final Rule CHANGED = Rule.of("changed", Limit.perDay(70).withBurst(50));

  private RedisServer redis;
  private RedisLimiter limiter;
  private LeasingStore store;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    limiter = TestLimiters.of(server, SLOW.limit());
    store = (LeasingStore) limiter.store();
  }

  @AfterEach
  void close() {
    limiter.close();
  }

  private long pttl() {
    return redis.command("PTTL", "rl:{key}").asLong();
  }

  private Duration resetAfter(Rule rule) {
    return store.peek("key", rule, 1, 0).resetAfter();
  }

  /** Time goes on between the questions, so what is asked first is the longer. */
  private void assertLivesUntilFull(Rule rule) {
    Duration before = resetAfter(rule);
    long lives = pttl();
    Duration after = resetAfter(rule);

    assertThat(Duration.ofMillis(lives + 1)).isGreaterThanOrEqualTo(after);
    assertThat(Duration.ofMillis(lives)).isLessThanOrEqualTo(before.plusMillis(50));
  }

  @Test
  void aPermitAMonth_livesAMonth() {
    Rule monthly = Rule.of("monthly", Limit.of(1, Duration.ofDays(30)));

    Decision decision = store.check("key", monthly, 1, 0);

    assertThat(decision.resetAfter()).isEqualTo(Duration.ofDays(30));
    assertThat(pttl()).isLessThanOrEqualTo(2_592_000_050L);
    assertLivesUntilFull(monthly);
  }

  private static Named<BiConsumer<LeasingStore, Rule>> op(
      String name, BiConsumer<LeasingStore, Rule> op) {
    return Named.of(name, op);
  }

  private static LeaseReply leased(LeasingStore store, Rule rule, long want) {
    return store.lease("key", rule, LeaseCall.grant(want), 0);
  }

  static Stream<Named<BiConsumer<LeasingStore, Rule>>> writes() {
    return Stream.of(
        op("check", (store, rule) -> store.check("key", rule, 7, 0)),
        op("reserve", (store, rule) -> store.reserve("key", rule, new Hold(60, 3_600_000_000L), 0)),
        op("take", (store, rule) -> store.take("key", rule, 1_000, 0)),
        op("refund", (store, rule) -> store.refund("key", rule, 1, 0)),
        op("grant", (store, rule) -> leased(store, rule, 10)),
        op(
            "check and grant",
            (store, rule) ->
                store.lease("key", rule, new LeaseCall(List.of(), List.of(), 3, 5), 0)),
        op(
            "spent",
            (store, rule) ->
                store.lease(
                    "key",
                    rule,
                    LeaseCall.spent(new LeasedPermits(leased(store, rule, 10).id(), 4)),
                    0)),
        op(
            "return",
            (store, rule) ->
                store.lease(
                    "key",
                    rule,
                    LeaseCall.returned(new LeasedPermits(leased(store, rule, 10).id(), 4)),
                    0)));
  }

  @ParameterizedTest
  @MethodSource("writes")
  void writtenKey_livesUntilItIsFull(BiConsumer<LeasingStore, Rule> operation) {
    store.check("key", SLOW, 2, 0);

    operation.accept(store, SLOW);

    assertLivesUntilFull(SLOW);
  }

  @ParameterizedTest
  @MethodSource("writes")
  void keyUnderAChangedLimit_livesUntilItIsFull(BiConsumer<LeasingStore, Rule> operation) {
    store.check("key", SLOW, 40, 0);
    leased(store, SLOW, 20);

    operation.accept(store, CHANGED);

    assertLivesUntilFull(CHANGED);
  }

  static Stream<Named<BiConsumer<LeasingStore, Rule>>> looks() {
    LeaseId unknown = new LeaseId(9, 0);
    return Stream.of(
        op("peek", (store, rule) -> store.peek("key", rule, 1, 0)),
        op("check of nothing", (store, rule) -> store.check("key", rule, 0, 0)),
        op("denied check", (store, rule) -> store.check("key", rule, 100, 0)),
        op("check that never fits", (store, rule) -> store.check("key", rule, Long.MAX_VALUE, 0)),
        op("refused reservation", (store, rule) -> store.reserve("key", rule, new Hold(100, 0), 0)),
        op("take of nothing", (store, rule) -> store.take("key", rule, 0, 0)),
        op("refund of nothing", (store, rule) -> store.refund("key", rule, 0, 0)),
        op("grant of nothing", (store, rule) -> leased(store, rule, 0)),
        op(
            "spent of an unknown lease",
            (store, rule) ->
                store.lease("key", rule, LeaseCall.spent(new LeasedPermits(unknown, 5)), 0)),
        op(
            "return of an unknown lease",
            (store, rule) ->
                store.lease("key", rule, LeaseCall.returned(new LeasedPermits(unknown, 5)), 0)));
  }

  @ParameterizedTest
  @MethodSource("looks")
  void operationWithoutEffect_writesNothing(BiConsumer<LeasingStore, Rule> operation) {
    store.check("key", SLOW, 50, 0);
    byte[] value = redis.command("GET", "rl:{key}").asBytes();
    CommandCounts before = CommandCounts.of(redis);

    operation.accept(store, SLOW);

    Map<String, Long> executed = CommandCounts.of(redis).since(before);
    assertThat(executed).isEqualTo(Map.of("evalsha", 1L, "time", 1L, "get", 1L));
    assertThat(redis.command("GET", "rl:{key}").asBytes()).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("looks")
  void operationWithoutEffect_createsNoKey(BiConsumer<LeasingStore, Rule> operation) {
    Rule tooSmall = Rule.of("too small", Limit.perDay(100).withBurst(99));

    operation.accept(store, tooSmall);

    assertThat(redis.command("DBSIZE").asLong()).isZero();
  }

  @Test
  void takeOfADrainedKey_writesNothing() {
    store.take("key", SLOW, 100, 0);
    CommandCounts before = CommandCounts.of(redis);

    store.take("key", SLOW, 1, 0);
    leased(store, SLOW, 1);

    assertThat(CommandCounts.of(redis).since(before)).doesNotContainKeys("set", "del");
  }

  @Test
  void keyThatIsFullAgain_isGone() throws InterruptedException {
    Rule quick = Rule.of("quick", Limit.perSecond(1_000));
    redis.command("CONFIG", "SET", "notify-keyspace-events", "Ex");
    CountDownLatch expired = new CountDownLatch(5);
    RedisClient client = RedisClient.create(RedisURI.create(redis.uri()));
    try (StatefulRedisPubSubConnection<String, String> events = client.connectPubSub()) {
      events.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String key) {
              expired.countDown();
            }
          });
      events.sync().subscribe("__keyevent@0__:expired");

      for (int i = 0; i < 4; i++) {
        store.check("key " + i, quick, 10, 0);
      }
      store.lease("leased", quick, LeaseCall.grant(10), 0);
      expired.await();

      assertThat(redis.command("DBSIZE").asLong()).isZero();
    } finally {
      client.shutdown();
    }
  }

  @Test
  void keyThatIsPaidBack_isGoneAtOnce() {
    store.check("key", SLOW, 1, 0);

    store.refund("key", SLOW, 2, 0);

    assertThat(redis.command("DBSIZE").asLong()).isZero();
  }
}
