package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user of a cluster must be allowed, and how a limiter says what is missing. */
@RedisTopologyTest
class RedisClusterAccessIT {

  private static final List<String> RIGHTS =
      List.of("+eval", "+evalsha", "+get", "+set", "+del", "+time", "+cluster", "+info");

  private static void allow(RedisCluster cluster, List<String> rights) {
    List<String> command =
        new ArrayList<>(
            List.of("ACL", "SETUSER", "app", "reset", "on", ">secret", "~rl:*", "-@all"));
    command.addAll(rights);
    for (RedisServer node : cluster.nodes()) {
      node.command(command.toArray(String[]::new));
    }
  }

  private static RedisLimiterBuilder limiter(RedisCluster cluster) {
    RedisServer seed = cluster.nodes().get(0);
    String uri = "redis://app:secret@" + seed.host() + ":" + seed.port();
    return RedisLimiter.cluster(RedisURI.create(uri))
        .limit(Limit.perDay(10))
        .deadline(Duration.ofSeconds(30));
  }

  @Test
  void userWithTheDocumentedRights_isServedByAllMasters(RedisCluster cluster) {
    allow(cluster, RIGHTS);

    try (RedisLimiter limiter = limiter(cluster).build()) {
      assertThat(IntStream.range(0, 100))
          .allSatisfy(i -> assertThat(limiter.check("key-" + i, 3).remaining()).isEqualTo(7));
    }

    assertThat(cluster.masters())
        .allSatisfy(master -> assertThat(master.command("DBSIZE").asLong()).isPositive());
  }

  /** By INFO the driver finds the node with the fewest clients, and takes any without it. */
  @Test
  void rightToInfo_isNotNeeded(RedisCluster cluster) {
    allow(cluster, RIGHTS.stream().filter(right -> !right.equals("+info")).toList());

    try (RedisLimiter limiter = limiter(cluster).build()) {
      assertThat(limiter.check("key", 3).remaining()).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+eval", "+evalsha", "+get", "+set", "+del", "+time", "+cluster"})
  void missingRight_isNamedAtTheStart(String missing, RedisCluster cluster) {
    allow(cluster, RIGHTS.stream().filter(right -> !right.equals(missing)).toList());
    RedisLimiterBuilder builder = limiter(cluster);
    String command = missing.substring(1).toUpperCase(Locale.ROOT);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("EVAL EVALSHA GET SET DEL TIME on keys rl:*, and CLUSTER: ")
        .hasMessageMatching("(?is).*(no " + command + "\\b|'" + command + "\\b).*");
  }

  @Test
  void everyNode_isRefusedAsASingleServer(RedisCluster cluster) {
    assertThat(cluster.masters())
        .allSatisfy(
            node ->
                assertThatThrownBy(TestLimiters.builder(node).limit(Limit.perDay(10))::build)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                        node.host()
                            + ":"
                            + node.port()
                            + " cannot be used: it is a node of a cluster, for"
                            + " RedisLimiter.cluster(uri): CROSSSLOT Keys in request don't hash to"
                            + " the same slot"));
  }
}
