package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import org.junit.jupiter.api.Test;

/** A limiter that begins while not all of a cluster is well. */
@RedisTopologyTest
class RedisClusterStartIT {

  @Test
  void masterThatHangs_keepsNoOtherFromBeingAnsweredAndIsFoundWhenItGoesOn(RedisCluster cluster)
      throws InterruptedException {
    ClusterRig rig = new ClusterRig(cluster);
    rig.keepMasters();
    RedisServer hung = rig.masterOf("key");
    hung.pause();
    Heard heard = new Heard();

    try (RedisLimiter limiter = rig.limiter().listener(heard).build()) {
      assertThat(rig.keysOfOthersThan(hung))
          .hasSize(2)
          .allSatisfy(key -> assertThat(limiter.check(key).remaining()).isEqualTo(999));
      assertThat(heard.errors()).noneMatch(error -> error.getMessage().contains("not asked"));
      assertThat(heard.degraded()).containsExactly(ClusterRig.nameOf(hung));

      hung.resume();
      heard.awaitRecovered();

      assertThat(limiter.check("key").remaining()).isEqualTo(999);
      assertThat(heard.recovered()).containsExactly(ClusterRig.nameOf(hung));
    }
  }
}
