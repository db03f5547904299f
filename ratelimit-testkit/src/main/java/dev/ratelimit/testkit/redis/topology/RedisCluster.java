package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisServer;
import java.net.URI;
import java.util.List;

/**
 * A real Redis cluster on the loopback address, and what tests do to it.
 *
 * <p>Its nodes are processes as {@link RedisServer#start} starts them, and may be killed, paused,
 * stopped and restarted one by one. A master that does not answer for a second is given up, and a
 * replica is promoted some two seconds later; {@link #awaitTakeover} waits for that. Then {@link
 * #heal} brings all nodes back. It takes about three seconds to start.
 *
 * <p>The trap: a master that is restarted before a replica took over comes back empty, and its
 * replicas become empty, too.
 *
 * <p>Thread-safe, but only one thread at a time may change the cluster.
 *
 * <pre>{@code
 * try (RedisCluster cluster = RedisCluster.start()) {
 *   RedisServer lost = cluster.masterOf("key");
 *   lost.kill();
 *   RedisServer promoted = cluster.awaitTakeover(lost);
 *   promoted.command("SET", "key", "value");
 * }
 * }</pre>
 */
public final class RedisCluster implements AutoCloseable {

  private static final int FEWEST_MASTERS = 3;
  private static final int MOST_MASTERS = 16;
  private static final int MOST_REPLICAS = 4;

  private final ClusterNodes nodes;
  private final Migrations migrations;

  private RedisCluster(ClusterNodes nodes) {
    this.nodes = nodes;
    this.migrations = new Migrations(nodes);
  }

  /** {@return a cluster of three masters with one replica each; close it} */
  public static RedisCluster start() {
    return start(FEWEST_MASTERS, 1);
  }

  /**
   * Starts a cluster whose masters share the hash slots evenly, and waits until each node knows
   * all, and each replica has what its master has.
   *
   * @param masters from 3, which is the fewest that can promote a replica, to 16
   * @param replicasEach from 0 to 4
   * @return a cluster; close it
   * @throws IllegalStateException if no Redis is found, or it does not start
   */
  public static RedisCluster start(int masters, int replicasEach) {
    checkRange("masters", masters, FEWEST_MASTERS, MOST_MASTERS);
    checkRange("replicas of each master", replicasEach, 0, MOST_REPLICAS);
    return new RedisCluster(ClusterStart.nodes(masters, replicasEach));
  }

  private static void checkRange(String what, int number, int fewest, int most) {
    if (number < fewest || number > most) {
      throw new IllegalArgumentException(
          "%s must be from %d to %d, was %d".formatted(what, fewest, most, number));
    }
  }

  /**
   * {@return the hash slot of a key, from 0 to 16,383}
   *
   * @param key of which only what is in the first braces counts, if they hold anything
   */
  public static int hashSlot(String key) {
    return HashSlots.of(key);
  }

  /** {@return where clients reach the nodes, each as in {@code redis://127.0.0.1:20123}} */
  public List<URI> uris() {
    return nodes().stream().map(RedisServer::uri).toList();
  }

  /** {@return all nodes, whether they run or not} */
  public List<RedisServer> nodes() {
    return servers(nodes.all());
  }

  /** {@return the present masters; one that is lost is among them until a replica took over} */
  public List<RedisServer> masters() {
    return servers(nodes.masters());
  }

  /**
   * {@return the master that serves a key, as some node that runs sees it}
   *
   * @param key which need not exist
   */
  public RedisServer masterOf(String key) {
    return masterOf(hashSlot(key));
  }

  /**
   * {@return the master that serves a hash slot, as some node that runs sees it}
   *
   * @param hashSlot from 0 to 16,383
   */
  public RedisServer masterOf(int hashSlot) {
    return nodes.masterOf(HashSlots.checked(hashSlot)).server();
  }

  /**
   * {@return the nodes that hold the same hash slots as this one: replicas, and the master of a
   * replica}
   *
   * @param node one of the nodes
   */
  public List<RedisServer> peersOf(RedisServer node) {
    ClusterNode one = nodes.of(node);
    return servers(nodes.groupOf(one).stream().filter(peer -> !peer.equals(one)).toList());
  }

  private static List<RedisServer> servers(List<ClusterNode> nodes) {
    return nodes.stream().map(ClusterNode::server).toList();
  }

  /**
   * Has a replica take over, as an operator would: nothing is lost. Waits until all nodes know, and
   * the old master is a replica.
   *
   * @param master a present master with a replica that runs
   * @return the new master
   */
  public RedisServer failOver(RedisServer master) {
    ClusterNode old = nodes.of(master);
    if (!nodes.masters().contains(old)) {
      throw new IllegalArgumentException(master + " is no master");
    }
    ClusterNode replica =
        nodes.groupOf(old).stream()
            .filter(node -> !node.equals(old) && node.server().isRunning())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException(master + " has no replica that runs"));
    replica.cluster("FAILOVER");
    return awaitTakeover(master);
  }

  /**
   * Waits until another node has taken the place of a master that was killed, stopped or paused,
   * and all nodes that run know.
   *
   * @param lost what was the master
   * @return the new master
   * @throws IllegalStateException if that does not come within 30 seconds, as without a replica
   */
  public RedisServer awaitTakeover(RedisServer lost) {
    ClusterNode old = nodes.of(lost);
    List<ClusterNode> group = nodes.groupOf(old);
    Agreement.await(
        "another node takes over from " + lost,
        () -> nodes.agree() && nodes.masterOf(group).filter(now -> !now.equals(old)).isPresent());
    return nodes.masterOf(group).orElseThrow().server();
  }

  /**
   * Moves a hash slot with its keys to another master, while clients may use them, and waits until
   * all nodes that run know.
   *
   * @param hashSlot from 0 to 16,383
   * @param to a master that does not serve it
   */
  public void migrate(int hashSlot, RedisServer to) {
    beginMigration(hashSlot, to);
    endMigration(hashSlot);
  }

  /**
   * Begins to move a hash slot. Until {@link #endMigration} its keys stay where they are, and for
   * one that does not exist its master answers {@code ASK}.
   *
   * @param hashSlot from 0 to 16,383
   * @param to a master that does not serve it
   */
  public void beginMigration(int hashSlot, RedisServer to) {
    migrations.begin(HashSlots.checked(hashSlot), nodes.of(to));
  }

  /**
   * Moves the keys of a hash slot, then the hash slot, and waits until all nodes that run know.
   *
   * @param hashSlot one whose move has begun
   */
  public void endMigration(int hashSlot) {
    migrations.end(HashSlots.checked(hashSlot));
    nodes.awaitAgreement();
  }

  /** Deletes all keys. */
  public void flush() {
    masters().forEach(RedisServer::flush);
  }

  /**
   * Lets every paused node go on, starts every other that does not run, gives up moves of hash
   * slots that have begun, and waits until all nodes agree. Masters that were replaced are replicas
   * now, and hash slots that were moved stay.
   */
  public void heal() {
    Healing.ofServers(nodes());
    nodes.awaitAgreement();
    migrations.giveUp();
  }

  /** Kills all nodes. */
  @Override
  public void close() {
    nodes().forEach(RedisServer::close);
  }

  @Override
  public String toString() {
    return "RedisCluster" + nodes();
  }
}
