package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Whatever a test leaves behind, the next begins with all servers running and no key. */
@RedisTopologyTest
class RedisTopologyTestIT {

  private static final Set<RedisCluster> CLUSTERS = new HashSet<>();
  private static final Set<RedisSentinels> SENTINELS = new HashSet<>();

  @BeforeAll
  static void topologies_canBeHadBeforeTheFirstTest(RedisCluster cluster) {
    CLUSTERS.clear();
    SENTINELS.clear();
    CLUSTERS.add(cluster);
  }

  private static void assertFresh(RedisCluster cluster) {
    CLUSTERS.add(cluster);
    assertThat(cluster.nodes()).allMatch(RedisServer::isRunning);
    assertThat(cluster.masters()).hasSize(3);
    assertThat(cluster.masters()).allMatch(node -> node.command("DBSIZE").asLong() == 0);
  }

  private static void assertFresh(RedisSentinels redis) {
    SENTINELS.add(redis);
    assertThat(Stream.concat(redis.servers().stream(), redis.sentinels().stream()))
        .allMatch(RedisServer::isRunning);
    assertThat(redis.master().command("DBSIZE").asLong()).isZero();
  }

  @Test
  void killedNode_runsAgainForTheNextTest(RedisCluster cluster) {
    assertFresh(cluster);
    cluster.masterOf("key").kill();
  }

  @Test
  void filledAndPausedNode_isEmptyAndRunsForTheNextTest(RedisCluster cluster) {
    assertFresh(cluster);
    cluster.masterOf("key").command("SET", "key", "value");
    cluster.nodes().get(0).pause();
  }

  @Test
  void killedServers_runAgainForTheNextTest(RedisSentinels redis) {
    assertFresh(redis);
    redis.master().command("SET", "key", "value");
    redis.sentinels().get(0).kill();
    redis.replicas().get(0).kill();
  }

  @Test
  void pausedServers_runAgainForTheNextTest(RedisSentinels redis) {
    assertFresh(redis);
    redis.sentinels().get(1).pause();
    redis.master().pause();
  }

  @Nested
  class WithinAnother {

    @Test
    void topologies_areThoseOfTheOuterClass(RedisCluster cluster, RedisSentinels redis) {
      assertFresh(cluster);
      assertFresh(redis);
    }
  }

  @AfterAll
  static void allTests_hadTheSame() {
    assertThat(CLUSTERS).hasSize(1);
    assertThat(SENTINELS).hasSize(1);
  }
}
