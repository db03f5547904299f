package dev.ratelimit.redis.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.ClusterRig;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The two ways to the masters of a cluster: to whoever has a key, and to one by its name. */
@RedisTopologyTest
class ClusterLinkIT {

  private static RedisFuture<Object> ask(
      @Nullable RedisScriptingAsyncCommands<byte[], byte[]> redis) {
    return Objects.requireNonNull(redis)
        .eval(
            "return 7".getBytes(StandardCharsets.US_ASCII),
            ScriptOutputType.INTEGER,
            new byte[][] {"rl:{key}".getBytes(StandardCharsets.US_ASCII)});
  }

  @Test
  void commandsToOneMaster_followNoRedirect(RedisCluster cluster) {
    ClusterRig rig = new ClusterRig(cluster);
    RedisServer home = rig.masterOf("key");
    RedisServer target = rig.masterOf(rig.keysOfOthersThan(home).iterator().next());
    try (ClusterLink link = ClusterLink.open(List.of(rig.uris()), TimeSource.system())) {
      link.firstAttempt().join();
      link.connected(ClusterRig.nameOf(home)).join();
      link.connected(ClusterRig.nameOf(target)).join();
      assertThat(ask(link.commandsTo(ClusterRig.nameOf(home))).toCompletableFuture().join())
          .isEqualTo(7L);

      cluster.migrate(ClusterRig.hashSlot("key"), target);

      assertThatThrownBy(
              () -> ask(link.commandsTo(ClusterRig.nameOf(home))).toCompletableFuture().join())
          .hasMessageContaining("MOVED");
      assertThat(ask(link.commands()).toCompletableFuture().join()).isEqualTo(7L);
    }
    cluster.migrate(ClusterRig.hashSlot("key"), home);
  }

  @Test
  void whatIsNoMaster_isGoneAndHasNoConnection(RedisCluster cluster) {
    ClusterRig rig = new ClusterRig(cluster);
    try (ClusterLink link = ClusterLink.open(List.of(rig.uris()), TimeSource.system())) {
      link.firstAttempt().join();

      assertThat(link.masters()).hasSize(3).noneMatch(link::isGone);
      assertThat(link.isGone(link.name())).isFalse();
      assertThat(link.isGone("other:1")).isTrue();
      assertThat(link.commandsTo("other:1")).isNull();
      assertThat(link.connected("other:1")).isCompletedExceptionally();
    }
  }
}
