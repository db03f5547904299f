package dev.ratelimit.examples.chaos;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import io.lettuce.core.RedisURI;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Three masters with a replica each.
 *
 * @param cluster the cluster
 * @param fault what befalls it
 * @param losesWrites whether the fault may lose writes
 */
record ClusterScene(RedisCluster cluster, Consumer<RedisCluster> fault, boolean losesWrites)
    implements Scene {

  private static final long MOST_UNCERTAIN = (3 + 64) * 64;

  static ClusterScene killed() {
    return new ClusterScene(
        RedisCluster.start(),
        cluster -> {
          RedisServer master = cluster.masterOf(0);
          master.kill();
          cluster.awaitTakeover(master);
        },
        true);
  }

  static ClusterScene handedOver() {
    return new ClusterScene(
        RedisCluster.start(), cluster -> cluster.failOver(cluster.masterOf(0)), false);
  }

  /** All keys that the first master has move to another. */
  static ClusterScene migrated() {
    return new ClusterScene(RedisCluster.start(), ClusterScene::migrate, false);
  }

  private static void migrate(RedisCluster cluster) {
    RedisServer from = cluster.masterOf(0);
    RedisServer to =
        cluster.masters().stream().filter(master -> !master.equals(from)).findFirst().orElseThrow();
    for (int slot : Keys.slots()) {
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
  public void strike() {
    fault.accept(cluster);
  }

  @Override
  public long mostUncertain() {
    return MOST_UNCERTAIN;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
