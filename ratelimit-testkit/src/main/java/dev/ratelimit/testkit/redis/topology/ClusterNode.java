package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.List;

/**
 * A node of a cluster.
 *
 * @param id its name within the cluster, which it keeps
 */
record ClusterNode(RedisServer server, String id) {

  private static final String[] SETTINGS = {
    "cluster-enabled yes",
    "cluster-config-file nodes.conf",
    "cluster-node-timeout 1000",
    "cluster-replica-validity-factor 0",
    "cluster-allow-replica-migration no",
    "repl-diskless-sync yes",
    "repl-diskless-sync-delay 0",
    "rdb-del-sync-files yes"
  };

  static ClusterNode start() {
    RedisServer server = RedisServer.start(SETTINGS);
    return new ClusterNode(server, server.command("CLUSTER", "MYID").asText());
  }

  void cluster(String... words) {
    String[] command = new String[words.length + 1];
    command[0] = "CLUSTER";
    System.arraycopy(words, 0, command, 1, words.length);
    server.command(command);
  }

  void setSlot(int hashSlot, String... words) {
    String[] command = new String[words.length + 2];
    command[0] = "SETSLOT";
    command[1] = Integer.toString(hashSlot);
    System.arraycopy(words, 0, command, 2, words.length);
    cluster(command);
  }

  List<NodeView> view() {
    return NodeView.all(server.command("CLUSTER", "NODES").asText());
  }

  boolean knows(ClusterNode other) {
    return view().stream().anyMatch(seen -> seen.id().equals(other.id) && seen.isWell());
  }

  boolean saysOk() {
    return server.command("CLUSTER", "INFO").asText().contains("cluster_state:ok");
  }

  /** {@return whether it is a master, or a replica that has all its master has} */
  boolean isInSync() {
    return Replication.of(server).isMasterOrInSync();
  }
}
