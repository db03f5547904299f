package dev.ratelimit.testkit.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.testkit.redis.RedisErrorException;
import dev.ratelimit.testkit.redis.RedisServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@RedisTopologyTest
class RedisClusterIT {

  private static final int HASH_SLOT = RedisCluster.hashSlot("key");

  /** Writes, and waits until the replica has it. */
  private static void set(RedisServer master, String key) {
    master.command("SET", key, "value");
    assertThat(master.command("WAIT", "1", "10000").asLong()).isEqualTo(1);
  }

  private static RedisServer otherMaster(RedisCluster cluster) {
    RedisServer serving = cluster.masterOf(HASH_SLOT);
    return cluster.masters().stream().filter(node -> node != serving).findFirst().orElseThrow();
  }

  private static String role(RedisServer node) {
    return node.command("ROLE").asList().get(0).asText();
  }

  @Test
  void cluster_isThreeMastersWithAReplicaEach(RedisCluster cluster) {
    assertThat(cluster.nodes()).hasSize(6);
    assertThat(cluster.uris()).doesNotHaveDuplicates().hasSize(6);
    assertThat(cluster.masters()).hasSize(3).allMatch(node -> role(node).equals("master"));
    for (RedisServer master : cluster.masters()) {
      RedisServer replica = cluster.peersOf(master).get(0);
      assertThat(replica.command("ROLE").asList())
          .extracting(Object::toString)
          .startsWith("\"slave\"", "\"127.0.0.1\"", Integer.toString(master.port()));
      assertThat(cluster.peersOf(replica)).containsExactly(master);
    }
  }

  @Test
  void allNodes_areOnTheLoopbackAddressAndBelowOutgoingPorts(RedisCluster cluster) {
    assertThat(cluster.uris())
        .allMatch(uri -> uri.getHost().equals("127.0.0.1"))
        .allSatisfy(uri -> assertThat(uri.getPort()).isBetween(20_000, 22_767));
  }

  @Test
  void hashSlot_isWhatRedisSays(RedisCluster cluster) {
    for (String key :
        List.of("", "key", "{a}b", "{}b", "a{b", "{{a}}", "}a{b}", "ключ", "\uD83D\uDE00")) {
      assertThat(RedisCluster.hashSlot(key))
          .as(key)
          .isEqualTo(
              Math.toIntExact(cluster.nodes().get(0).command("CLUSTER", "KEYSLOT", key).asLong()));
    }
  }

  @Test
  void everyKey_isServedByItsMasterOnly(RedisCluster cluster) {
    Stream.of("a", "b", "c", "d", "e", "f").forEach(key -> set(cluster.masterOf(key), key));

    assertThatThrownBy(() -> otherMaster(cluster).command("GET", "key"))
        .isInstanceOf(RedisErrorException.class)
        .hasMessage("MOVED %d 127.0.0.1:%d", HASH_SLOT, cluster.masterOf("key").port());
  }

  @Test
  void flush_deletesAllKeys(RedisCluster cluster) {
    Stream.of("a", "b", "c", "d", "e", "f").forEach(key -> set(cluster.masterOf(key), key));
    cluster.flush();

    assertThat(cluster.masters()).allMatch(node -> node.command("DBSIZE").asLong() == 0);
  }

  @Test
  void failOver_makesTheReplicaMasterAndLosesNothing(RedisCluster cluster) {
    RedisServer old = cluster.masterOf("key");
    old.command("SET", "key", "value");

    RedisServer promoted = cluster.failOver(old);

    assertThat(cluster.peersOf(old)).contains(promoted);
    assertThat(cluster.masterOf("key")).isSameAs(promoted);
    assertThat(promoted.command("GET", "key").asText()).isEqualTo("value");
    assertThat(role(old)).isEqualTo("slave");
    assertThatThrownBy(() -> cluster.failOver(old))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(old + " is no master");
  }

  @Test
  void killedMaster_isReplacedAndComesBackAsReplica(RedisCluster cluster) {
    RedisServer lost = cluster.masterOf("key");
    set(lost, "key");

    lost.kill();
    RedisServer promoted = cluster.awaitTakeover(lost);

    assertThat(cluster.masterOf("key")).isSameAs(promoted).isNotSameAs(lost);
    assertThat(cluster.masters()).hasSize(3).contains(promoted).doesNotContain(lost);
    assertThat(promoted.command("GET", "key").asText()).isEqualTo("value");
    assertThatThrownBy(() -> cluster.failOver(promoted))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(promoted + " has no replica that runs");
    cluster.heal();
    assertThat(Replication.of(lost).follows(promoted)).isTrue();
  }

  @Test
  void pausedMaster_isReplacedAndComesBackAsReplica(RedisCluster cluster) {
    RedisServer lost = cluster.masterOf("key");

    lost.pause();
    RedisServer promoted = cluster.awaitTakeover(lost);
    promoted.command("SET", "key", "value");
    cluster.heal();

    assertThat(cluster.masterOf("key")).isSameAs(promoted);
    assertThat(Replication.of(lost).follows(promoted)).isTrue();
  }

  @Test
  void hashSlotThatMoves_answersAskForWhatItDoesNotHold(RedisCluster cluster) {
    RedisServer from = cluster.masterOf("key");
    RedisServer to = otherMaster(cluster);
    from.command("SET", "key", "value");

    cluster.beginMigration(HASH_SLOT, to);

    assertThat(from.command("GET", "key").asText()).isEqualTo("value");
    assertThatThrownBy(() -> from.command("GET", "{key}:absent"))
        .isInstanceOf(RedisErrorException.class)
        .hasMessage("ASK %d 127.0.0.1:%d", HASH_SLOT, to.port());
    to.command("ASKING");
    to.command("SET", "{key}:new", "value");
    cluster.endMigration(HASH_SLOT);
    assertThat(cluster.masterOf("key")).isSameAs(to);
    assertThat(to.command("GET", "key").asText()).isEqualTo("value");
    assertThat(to.command("GET", "{key}:new").asText()).isEqualTo("value");
  }

  @Test
  void migration_movesMoreKeysThanFitInOneCommand(RedisCluster cluster) {
    RedisServer from = cluster.masterOf(HASH_SLOT);
    RedisServer to = otherMaster(cluster);
    for (int i = 0; i < 250; i++) {
      from.command("SET", "{key}" + i, "value");
    }

    cluster.migrate(HASH_SLOT, to);

    assertThat(from.command("DBSIZE").asLong()).isZero();
    assertThat(to.command("DBSIZE").asLong()).isEqualTo(250);
    for (RedisServer node : cluster.nodes()) {
      if (node != to && !cluster.peersOf(to).contains(node)) {
        assertThatThrownBy(() -> node.command("GET", "key"))
            .hasMessage("MOVED %d 127.0.0.1:%d", HASH_SLOT, to.port());
      }
    }
  }

  @Test
  void migrationUnderTraffic_losesNoWrite(RedisCluster cluster) {
    RedisServer from = cluster.masterOf(HASH_SLOT);
    RedisServer to = otherMaster(cluster);
    try (Counting counting = Counting.start(cluster.uris(), "key")) {
      counting.awaitMore();
      cluster.beginMigration(HASH_SLOT, to);
      counting.awaitMore();
      cluster.endMigration(HASH_SLOT);
      counting.awaitMore();
      cluster.migrate(HASH_SLOT, from);
      counting.awaitMore();

      assertThat(counting.stop())
          .isEqualTo(Long.parseLong(from.command("GET", "key").asText()))
          .isGreaterThanOrEqualTo(200);
    }
  }

  @Test
  void migrationThatIsNotEnded_isGivenUpByHealing(RedisCluster cluster) {
    RedisServer from = cluster.masterOf(HASH_SLOT);
    cluster.beginMigration(HASH_SLOT, otherMaster(cluster));

    cluster.heal();

    assertThat(from.command("GET", "{key}:absent").isNil()).isTrue();
    assertThatThrownBy(() -> cluster.endMigration(HASH_SLOT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("hash slot %d does not move", HASH_SLOT);
  }

  @Test
  void migration_isToAnotherMasterAndOnlyOnce(RedisCluster cluster) {
    RedisServer serving = cluster.masterOf(HASH_SLOT);
    for (RedisServer wrong : List.of(serving, cluster.peersOf(serving).get(0))) {
      assertThatThrownBy(() -> cluster.beginMigration(HASH_SLOT, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("hash slot %d can move to another master only, not to %s", HASH_SLOT, wrong);
    }
    cluster.beginMigration(HASH_SLOT, otherMaster(cluster));
    assertThatThrownBy(() -> cluster.beginMigration(HASH_SLOT, otherMaster(cluster)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("hash slot %d moves already", HASH_SLOT);
  }

  @Test
  void serverOfAnother_isNoNode(RedisCluster cluster) {
    RedisServer stranger = RedisServer.at(cluster.uris().get(0));

    assertThatThrownBy(() -> cluster.awaitTakeover(stranger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(stranger + " is no node of this cluster");
  }

  @Test
  void sizeOutOfRange_isRefused() {
    assertThatThrownBy(() -> RedisCluster.start(2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("masters must be from 3 to 16, was 2");
    assertThatThrownBy(() -> RedisCluster.start(17, 1))
        .hasMessage("masters must be from 3 to 16, was 17");
    assertThatThrownBy(() -> RedisCluster.start(3, -1))
        .hasMessage("replicas of each master must be from 0 to 4, was -1");
    assertThatThrownBy(() -> RedisCluster.start(3, 5))
        .hasMessage("replicas of each master must be from 0 to 4, was 5");
  }

  @Test
  void clusterOfAnotherSize_sharesAllHashSlotsAndIsGoneWhenClosed() {
    RedisCluster cluster = RedisCluster.start(5, 0);
    Traces traces = Traces.of(cluster.nodes());

    assertThat(cluster.masters()).hasSize(5).isEqualTo(cluster.nodes());
    assertThat(cluster.masterOf(0)).isSameAs(cluster.nodes().get(0));
    assertThat(cluster.masterOf(3_275)).isSameAs(cluster.nodes().get(0));
    assertThat(cluster.masterOf(3_276)).isSameAs(cluster.nodes().get(1));
    assertThat(cluster.masterOf(16_383)).isSameAs(cluster.nodes().get(4));
    traces.assertAreThere();
    cluster.close();
    cluster.close();
    traces.assertAreGone();
  }
}
