package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Request;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A limiter over three masters with a replica each. */
@RedisTopologyTest
class RedisClusterIT {

  private static final int PERMITS = 1_000;

  private RedisCluster cluster;
  private Heard heard;
  private RedisLimiter limiter;

  @BeforeEach
  void open(RedisCluster ofTest) {
    cluster = ofTest;
    heard = new Heard();
    limiter = limiter(heard);
  }

  @AfterEach
  void close() {
    limiter.close();
  }

  private RedisLimiter limiter(Heard listener) {
    RedisURI[] nodes =
        cluster.uris().stream().map(uri -> RedisURI.create(uri)).toArray(RedisURI[]::new);
    return RedisLimiter.cluster(nodes[0], nodes)
        .limit(Limit.of(1, Duration.ofDays(1)).withBurst(PERMITS))
        .deadline(Duration.ofSeconds(1))
        .listener(listener)
        .build();
  }

  private RedisServer masterOf(String key) {
    return cluster.masterOf("rl:{" + key + "}");
  }

  /** {@return two keys on different masters} */
  private List<String> apart() {
    String other =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "other-" + i)
            .filter(key -> !masterOf(key).uri().equals(masterOf("key").uri()))
            .findFirst()
            .orElseThrow();
    return List.of("key", other);
  }

  private long remaining(String key) {
    return limiter.peek(key, 1).remaining();
  }

  /** Asks until it is answered. {@return how often it was not, by a charge that is not known} */
  private long askUntilAnswered(String key) {
    long[] uncertain = new long[1];
    Patience.until(
        "the key is answered for",
        () -> {
          try {
            limiter.check(key);
            return true;
          } catch (StoreException e) {
            uncertain[0] += e.charge() == StoreException.Charge.UNCERTAIN ? 1 : 0;
            return false;
          }
        });
    return uncertain[0];
  }

  /** What a master has acknowledged alone is lost with it. */
  private static void awaitReplica(RedisServer master) {
    assertThat(master.command("WAIT", "1", "10000").asLong()).isEqualTo(1);
  }

  @Test
  void keysOfAllMasters_areLimitedEachByItself() {
    List<CompletableFuture<Decision>> checks =
        IntStream.range(0, 300).mapToObj(i -> limiter.checkAsync("key-" + i, 3)).toList();

    assertThat(checks)
        .allSatisfy(check -> assertThat(check.join().remaining()).isEqualTo(PERMITS - 3));
    assertThat(heard.errors()).isEmpty();
    assertThat(cluster.masters())
        .allSatisfy(master -> assertThat(master.command("DBSIZE").asLong()).isPositive());
  }

  @Test
  void severalKeysOnSeveralMasters_areCheckedOneByOne() {
    List<String> keys = apart();
    limiter.check(keys.get(1), PERMITS);

    assertThat(limiter.checkAll(keys.stream().map(Request::of).toList()).allowed()).isFalse();

    assertThat(remaining(keys.get(0))).isEqualTo(PERMITS);
  }

  @Test
  void masterThatIsSilent_isGivenUpAloneAndTheOthersGoOn() throws InterruptedException {
    List<String> keys = apart();
    keys.forEach(limiter::check);
    masterOf(keys.get(0)).pause();

    List<CompletableFuture<Decision>> lost =
        IntStream.range(0, 3).mapToObj(i -> limiter.checkAsync(keys.get(0))).toList();

    assertThat(limiter.check(keys.get(1)).remaining()).isEqualTo(PERMITS - 2);
    assertThat(lost).allSatisfy(check -> assertThatThrownBy(check::join).isNotNull());
    assertThat(limiter.check(keys.get(1)).remaining()).isEqualTo(PERMITS - 3);
  }

  @Test
  void masterThatIsKilled_isReplacedWithoutARestartOrADoubleCharge() {
    limiter.check("key");
    RedisServer lost = masterOf("key");
    awaitReplica(lost);
    lost.kill();
    cluster.awaitTakeover(lost);

    long uncertain = askUntilAnswered("key");

    assertThat(PERMITS - remaining("key")).isBetween(2L, 2 + uncertain);
  }

  @Test
  void masterThatHangs_isLeftForTheOneThatTookOver() {
    limiter.check("key");
    RedisServer hung = masterOf("key");
    awaitReplica(hung);
    hung.pause();
    try {
      cluster.awaitTakeover(hung);

      long uncertain = askUntilAnswered("key");

      assertThat(PERMITS - limiter.peek("key", 1).remaining()).isBetween(2L, 2 + uncertain);
    } finally {
      hung.resume();
    }
  }

  @Test
  void plannedFailover_chargesNothingTwice() {
    limiter.check("key");
    awaitReplica(masterOf("key"));
    cluster.failOver(masterOf("key"));

    long uncertain = askUntilAnswered("key");

    assertThat(PERMITS - remaining("key")).isBetween(2L, 2 + uncertain);
  }

  @Test
  void slotThatMoves_keepsItsKeysAnswered() {
    List<String> keys = apart();
    limiter.check("key");
    int slot = RedisCluster.hashSlot("rl:{key}");

    RedisServer home = masterOf("key");
    RedisServer target = masterOf(keys.get(1));
    cluster.beginMigration(slot, target);
    limiter.check("key");
    cluster.endMigration(slot);
    limiter.check("key");

    assertThat(remaining("key")).isEqualTo(PERMITS - 3);
    assertThat(heard.errors()).isEmpty();
    cluster.migrate(slot, home);
  }

  @Test
  void clusterThatIsNotThere_isFoundWhenItAppears() throws InterruptedException {
    cluster.nodes().forEach(RedisServer::kill);
    Heard ofLate = new Heard();
    try (RedisLimiter early = limiter(ofLate)) {
      ofLate.awaitDegraded();
      assertThatThrownBy(() -> early.check("key")).isInstanceOf(StoreException.class);

      cluster.heal();

      Patience.until(
          "the cluster is found",
          () -> {
            try {
              return early.check("key").allowed();
            } catch (StoreException e) {
              return false;
            }
          });
    }
  }
}
