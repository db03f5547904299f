package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import org.junit.jupiter.api.Test;

@RedisTopologyTest
class ClusterFailoverIT {

  @Test
  void orderlyFailover_losesNothing(RedisCluster cluster) {
    cluster.masterOf("key").command("SET", "key", "value");
    RedisServer promoted = cluster.failOver(cluster.masterOf("key"));
    assertThat(promoted.command("GET", "key").asText()).isEqualTo("value");
  }
}
