package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import io.lettuce.core.RedisURI;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Three masters with a replica each.
 *
 * @param cluster the cluster
 * @param fault what befalls it
 * @param effect what may become of charges
 */
record ClusterScene(RedisCluster cluster, Consumer<RedisCluster> fault, Effect effect)
    implements Scene {

  static ClusterScene killed() {
    return new ClusterScene(
        RedisCluster.start(),
        cluster -> {
          RedisServer master = cluster.masterOf(0);
          master.kill();
          cluster.awaitTakeover(master);
        },
        Effect.ofACluster().losingWrites());
  }

  static ClusterScene handedOver() {
    return new ClusterScene(
        RedisCluster.start(),
        cluster -> cluster.failOver(cluster.masterOf(0)),
        Effect.ofACluster());
  }

  /** All keys that the first master has move to another. */
  static ClusterScene migrated(List<Integer> slots) {
    return new ClusterScene(
        RedisCluster.start(), cluster -> migrate(cluster, slots), Effect.ofACluster());
  }

  private static void migrate(RedisCluster cluster, List<Integer> slots) {
    RedisServer from = cluster.masterOf(0);
    RedisServer to =
        cluster.masters().stream().filter(master -> !master.equals(from)).findFirst().orElseThrow();
    for (int slot : slots) {
      if (cluster.masterOf(slot).equals(from)) {
        cluster.migrate(slot, to);
      }
    }
  }

  @Override
  public RedisLimiterBuilder limiter() {
    RedisURI[] seeds = cluster.uris().stream().map(RedisURI::create).toArray(RedisURI[]::new);
    return RedisLimiter.cluster(seeds[0], Arrays.copyOfRange(seeds, 1, seeds.length));
  }

  @Override
  public void strike(Pauses pauses) {
    fault.accept(cluster);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
