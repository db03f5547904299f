package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.link.ClusterLink;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is logged by the driver, and by what it is made of, when a limiter over a cluster ends. */
@RedisTopologyTest
class RedisClusterEndIT {

  private static final int ROUNDS = 10;

  private final Warnings warnings = Warnings.heard();

  @AfterEach
  void listenNoMore() {
    warnings.close();
  }

  @Test
  void closingWhileMastersAreLookedFor_isNoTrouble(RedisCluster cluster)
      throws InterruptedException {
    ClusterRig rig = new ClusterRig(cluster);
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    for (int round = 0; round < ROUNDS; round++) {
      ClusterLink link = ClusterLink.open(List.of(rig.uris()), TimeSource.system());
      link.firstAttempt().join();
      link.refresh();

      link.close();
    }
    Set<Thread> drivers = new HashSet<>(Thread.getAllStackTraces().keySet());
    drivers.removeAll(before);
    drivers.removeIf(thread -> !thread.getName().startsWith("lettuce"));
    for (Thread thread : drivers) {
      thread.join();
    }

    assertThat(warnings.all()).isEmpty();
  }
}
