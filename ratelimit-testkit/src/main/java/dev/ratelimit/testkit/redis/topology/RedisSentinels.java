package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real Redis with two replicas and three sentinels on the loopback address, and what tests do to
 * them. Two sentinels make a quorum.
 *
 * <p>All are processes as {@link RedisServer#start} starts them, and may be killed, paused, stopped
 * and restarted one by one. A master that does not answer for a second is given up, and a replica
 * is promoted some two seconds later; {@link #awaitTakeover} waits for that. Then {@link #heal}
 * brings all back.
 *
 * <p>The trap: a master that is restarted before a replica took over comes back empty, and its
 * replicas become empty, too. Before Redis 7 sentinels cannot be hurried, and all that they do
 * takes seconds more.
 *
 * <p>Thread-safe, but only one thread at a time may change it.
 *
 * <pre>{@code
 * try (RedisSentinels redis = RedisSentinels.start()) {
 *   RedisServer lost = redis.master();
 *   lost.kill();
 *   RedisServer promoted = redis.awaitTakeover(lost);
 *   promoted.command("SET", "key", "value");
 * }
 * }</pre>
 */
public final class RedisSentinels implements AutoCloseable {

  private static final int REPLICAS = 2;
  private static final int SENTINELS = 3;

  private final List<RedisServer> servers;
  private final List<Sentinel> sentinels;

  private RedisSentinels(List<RedisServer> servers, List<Sentinel> sentinels) {
    this.servers = servers;
    this.sentinels = sentinels;
  }

  /**
   * Starts all, and waits until each sentinel knows all others, and each replica has what the
   * master has.
   *
   * @return what was started; close it
   * @throws IllegalStateException if no Redis is found, or it does not start
   */
  public static RedisSentinels start() {
    try (Closing closing = new Closing()) {
      List<RedisServer> servers = new ArrayList<>();
      RedisServer master = closing.start(settings());
      servers.add(master);
      for (int i = 0; i < REPLICAS; i++) {
        servers.add(closing.start(settings("replicaof " + master.host() + " " + master.port())));
      }
      // A sentinel that finds the replicas in sync need not wait until it asks again.
      Agreement.await("replicas are in sync", () -> follow(servers, master));
      List<Sentinel> sentinels =
          Stream.generate(() -> Sentinel.start(closing, master)).limit(SENTINELS).toList();
      RedisSentinels started = new RedisSentinels(List.copyOf(servers), sentinels);
      started.awaitAgreement();
      closing.complete();
      return started;
    }
  }

  private static String[] settings(String... more) {
    return Stream.concat(
            Stream.of(
                "repl-diskless-sync yes", "repl-diskless-sync-delay 0", "rdb-del-sync-files yes"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  /**
   * {@return what clients are given, as in {@code redis-sentinel://host:1,host:2,host:3/0#name}}
   */
  public URI uri() {
    return URI.create(
        sentinels().stream()
            .map(sentinel -> sentinel.host() + ":" + sentinel.port())
            .collect(Collectors.joining(",", "redis-sentinel://", "/0#" + masterName())));
  }

  /** {@return the name under which the sentinels know the master} */
  public String masterName() {
    return Sentinel.MASTER_NAME;
  }

  /** {@return the master and the replicas, in no order, whether they run or not} */
  public List<RedisServer> servers() {
    return servers;
  }

  /** {@return the sentinels, whether they run or not} */
  public List<RedisServer> sentinels() {
    return sentinels.stream().map(Sentinel::server).toList();
  }

  /** {@return what the sentinels, or at least the first that runs, name as the master} */
  public RedisServer master() {
    int port = running().get(0).masterPort();
    return servers.stream()
        .filter(server -> server.port() == port)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a foreign master at port " + port));
  }

  /** {@return those that are not the master now} */
  public List<RedisServer> replicas() {
    RedisServer master = master();
    return servers.stream().filter(server -> server != master).toList();
  }

  /**
   * Has the sentinels promote a replica, as an operator would. Waits until all know, and the old
   * master is a replica.
   *
   * @return the new master
   */
  public RedisServer failOver() {
    RedisServer old = master();
    running().get(0).server().command("SENTINEL", "FAILOVER", masterName());
    return awaitTakeover(old);
  }

  /**
   * Waits until a replica has taken the place of a master that was killed, stopped or paused, and
   * all sentinels and replicas that run know.
   *
   * @param lost what was the master
   * @return the new master
   * @throws IllegalStateException if that does not come within 30 seconds
   */
  public RedisServer awaitTakeover(RedisServer lost) {
    if (!servers.contains(lost)) {
      throw new IllegalArgumentException(lost + " is neither the master nor a replica");
    }
    Agreement.await("another server takes over from " + lost, () -> master() != lost && allAgree());
    return master();
  }

  /** {@return whether those that run know the same master, which runs} */
  private boolean allAgree() {
    RedisServer master = master();
    return master.isRunning()
        && running().stream().allMatch(sentinel -> sentinel.masterPort() == master.port())
        && follow(servers, master);
  }

  private static boolean follow(List<RedisServer> servers, RedisServer master) {
    return servers.stream()
        .filter(RedisServer::isRunning)
        .map(server -> server == master ? isMaster(server) : Replication.of(server).follows(master))
        .allMatch(Boolean::booleanValue);
  }

  private static boolean isMaster(RedisServer server) {
    return Replication.of(server).isMaster();
  }

  private List<Sentinel> running() {
    List<Sentinel> running =
        sentinels.stream().filter(sentinel -> sentinel.server().isRunning()).toList();
    if (running.isEmpty()) {
      throw new IllegalStateException("no sentinel runs");
    }
    return running;
  }

  /** Deletes all keys. */
  public void flush() {
    master().flush();
  }

  /**
   * Lets every paused server go on, starts every other and every sentinel that does not run, and
   * waits until all agree. A master that was replaced is a replica now.
   */
  public void heal() {
    // A sentinel that notices that it was paused does nothing for a while.
    sentinels().stream().filter(sentinel -> !sentinel.isRunning()).forEach(RedisServer::restart);
    Healing.ofServers(servers);
    sentinels.forEach(Sentinel::hurry);
    awaitAgreement();
  }

  private void awaitAgreement() {
    Agreement.await("all sentinels know all", this::isWhole);
  }

  private boolean isWhole() {
    return allAgree()
        && sentinels.stream().allMatch(sentinel -> sentinel.isSettled(REPLICAS, SENTINELS - 1));
  }

  /** Kills all. */
  @Override
  public void close() {
    // The sentinels first: they would begin to promote one after the other.
    sentinels().forEach(RedisServer::close);
    servers.forEach(RedisServer::close);
  }

  @Override
  public String toString() {
    return "RedisSentinels[" + uri() + "]";
  }
}
