package dev.ratelimit.redis;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What tests of a limiter over a cluster need to know of it.
 *
 * @param cluster as it is
 */
public record ClusterRig(RedisCluster cluster) {

  static final int PERMITS = 1_000;

  static final Limit LIMIT = Limit.of(1, Duration.ofDays(1)).withBurst(PERMITS);

  public RedisURI[] uris() {
    return cluster.uris().stream().map(RedisURI::create).toArray(RedisURI[]::new);
  }

  /** {@return a builder of a limiter that waits for no longer than a test} */
  RedisLimiterBuilder limiter() {
    return RedisLimiter.cluster(uris()[0], uris()).limit(LIMIT).deadline(Duration.ofSeconds(30));
  }

  public RedisServer masterOf(String key) {
    return cluster.masterOf("rl:{" + key + "}");
  }

  public static int hashSlot(String key) {
    return RedisCluster.hashSlot("rl:{" + key + "}");
  }

  /** {@return many keys that there are, of one hash slot or not} */
  static Stream<String> keys() {
    return Stream.iterate(0, i -> i + 1).map(i -> "key-" + i);
  }

  /** {@return the first key on each master but one} */
  public Set<String> keysOfOthersThan(RedisServer master) {
    return cluster.masters().stream()
        .filter(other -> !other.uri().equals(master.uri()))
        .map(other -> firstKey(key -> masterOf(key).uri().equals(other.uri())))
        .collect(Collectors.toSet());
  }

  private static String firstKey(Predicate<String> fits) {
    return keys().filter(fits).findFirst().orElseThrow();
  }

  /** Has masters stay what they are, however long one does not answer. */
  void keepMasters() {
    configure("cluster-node-timeout", "300000");
  }

  private void configure(String name, String value) {
    for (RedisServer node : cluster.nodes()) {
      node.command("CONFIG", "SET", name, value);
    }
  }

  public static String nameOf(RedisServer server) {
    return server.host() + ":" + server.port();
  }

  static List<String> ofOneHashSlot(int number) {
    int hashSlot = hashSlot("key-0");
    return keys().filter(key -> hashSlot(key) == hashSlot).limit(number).toList();
  }
}
