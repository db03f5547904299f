package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Several keys of one hash slot, in one call, while it moves. */
@RedisTopologyTest
class RedisClusterMoveIT {

  /** In flight beside the call in which the others gather. */
  private static final int AHEAD = 2;

  @Test
  void keysOnBothSidesAndNewOnes_areEachAnsweredAndChargedOnce(RedisCluster cluster) {
    ClusterRig rig = new ClusterRig(cluster);
    rig.keepMasters();
    Heard heard = new Heard();
    List<String> keys = ClusterRig.ofOneHashSlot(AHEAD + 6);
    List<String> staying = keys.subList(0, AHEAD + 2);
    List<String> moved = keys.subList(AHEAD + 2, AHEAD + 4);
    int hashSlot = ClusterRig.hashSlot(keys.get(0));
    RedisServer source = rig.masterOf(keys.get(0));
    RedisServer target = rig.masterOf(rig.keysOfOthersThan(source).iterator().next());
    try (RedisLimiter limiter = rig.limiter().listener(heard).build()) {
      staying.forEach(limiter::check);
      moved.forEach(limiter::check);
      cluster.beginMigration(hashSlot, target);
      moved.forEach(key -> move(key, source, target));

      source.pause();
      List<CompletableFuture<Decision>> checks = new ArrayList<>();
      keys.forEach(key -> checks.add(limiter.checkAsync(key, 10)));
      source.resume();

      assertThat(checks.subList(0, AHEAD + 4))
          .allSatisfy(check -> assertThat(check.join().remaining()).isEqualTo(989));
      assertThat(checks.subList(AHEAD + 4, AHEAD + 6))
          .allSatisfy(check -> assertThat(check.join().remaining()).isEqualTo(990));
      assertThat(heard.errors()).isEmpty();
      assertThat(heard.degradations()).isZero();
      cluster.endMigration(hashSlot);
      assertThat(keys.subList(0, AHEAD + 4))
          .allSatisfy(key -> assertThat(limiter.peek(key, 1).remaining()).isEqualTo(989));
      assertThat(keys.subList(AHEAD + 4, AHEAD + 6))
          .allSatisfy(key -> assertThat(limiter.peek(key, 1).remaining()).isEqualTo(990));
    }
  }

  private static void move(String key, RedisServer from, RedisServer to) {
    from.command(
        "MIGRATE",
        to.host(),
        Integer.toString(to.port()),
        "",
        "0",
        "5000",
        "KEYS",
        "rl:{" + key + "}");
  }
}
