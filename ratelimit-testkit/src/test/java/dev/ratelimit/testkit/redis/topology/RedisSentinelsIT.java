package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@RedisTopologyTest
class RedisSentinelsIT {

  /** Writes, and waits until both replicas have it. */
  private static void set(RedisServer master) {
    master.command("SET", "key", "value");
    assertThat(master.command("WAIT", "2", "10000").asLong()).isEqualTo(2);
  }

  private static void assertAllKnow(RedisSentinels redis, RedisServer master) {
    assertThat(redis.master()).isSameAs(master);
    assertThat(redis.sentinels())
        .filteredOn(RedisServer::isRunning)
        .allSatisfy(
            sentinel ->
                assertThat(
                        sentinel
                            .command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", redis.masterName())
                            .asList()
                            .get(1)
                            .asText())
                    .isEqualTo(Integer.toString(master.port())));
    assertThat(redis.replicas())
        .hasSize(2)
        .filteredOn(RedisServer::isRunning)
        .allMatch(replica -> Replication.of(replica).follows(master));
  }

  @Test
  void set_isAMasterWithTwoReplicasAndThreeSentinels(RedisSentinels redis) {
    assertThat(redis.servers()).hasSize(3);
    assertThat(redis.sentinels()).hasSize(3);
    assertAllKnow(redis, redis.master());
    assertThat(redis.sentinels())
        .allMatch(
            sentinel ->
                sentinel
                    .command("SENTINEL", "CKQUORUM", redis.masterName())
                    .asText()
                    .startsWith("OK 3 usable Sentinels"));
  }

  @Test
  void uri_namesTheSentinelsAndTheMaster(RedisSentinels redis) {
    List<Integer> ports = redis.sentinels().stream().map(RedisServer::port).toList();

    assertThat(redis.uri())
        .hasToString(
            "redis-sentinel://127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d/0#ratelimit"
                .formatted(ports.toArray()));
  }

  @Test
  void flush_deletesAllKeys(RedisSentinels redis) {
    set(redis.master());
    redis.flush();

    assertThat(redis.master().command("DBSIZE").asLong()).isZero();
  }

  @Test
  void failOver_makesAReplicaMaster(RedisSentinels redis) {
    RedisServer old = redis.master();
    set(old);

    RedisServer promoted = redis.failOver();

    assertThat(promoted).isNotSameAs(old);
    assertAllKnow(redis, promoted);
    assertThat(promoted.command("GET", "key").asText()).isEqualTo("value");
    assertThat(redis.replicas()).contains(old);
  }

  @Test
  void killedMaster_isReplacedAndComesBackAsReplica(RedisSentinels redis) {
    RedisServer lost = redis.master();
    set(lost);

    lost.kill();
    RedisServer promoted = redis.awaitTakeover(lost);

    assertThat(promoted).isNotSameAs(lost);
    assertAllKnow(redis, promoted);
    assertThat(promoted.command("GET", "key").asText()).isEqualTo("value");
    redis.heal();
    assertThat(Replication.of(lost).follows(promoted)).isTrue();
  }

  @Test
  void pausedMaster_isReplacedThoughASentinelIsGone(RedisSentinels redis) {
    RedisServer lost = redis.master();
    redis.sentinels().get(0).kill();

    lost.pause();
    RedisServer promoted = redis.awaitTakeover(lost);

    assertAllKnow(redis, promoted);
    redis.heal();
    assertAllKnow(redis, promoted);
    assertThat(redis.sentinels()).allMatch(RedisServer::isRunning);
    assertThat(Replication.of(lost).follows(promoted)).isTrue();
  }

  @Test
  void withoutSentinels_nobodyKnowsTheMaster(RedisSentinels redis) {
    redis.sentinels().forEach(RedisServer::pause);

    assertThatThrownBy(redis::master)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no sentinel runs");
  }

  @Test
  void serverOfAnother_isNoneOfThese(RedisSentinels redis) {
    RedisServer sentinel = redis.sentinels().get(0);

    assertThatThrownBy(() -> redis.awaitTakeover(sentinel))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentinel + " is neither the master nor a replica");
  }

  @Test
  void closedSet_leavesNothing() {
    RedisSentinels redis = RedisSentinels.start();
    Traces traces =
        Traces.of(Stream.concat(redis.sentinels().stream(), redis.servers().stream()).toList());

    traces.assertAreThere();
    redis.close();
    redis.close();
    traces.assertAreGone();
  }
}
