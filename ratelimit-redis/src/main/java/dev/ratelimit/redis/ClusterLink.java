package dev.ratelimit.redis;

import dev.ratelimit.TimeSource;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.models.role.RedisNodeDescription;
import io.lettuce.core.resource.ClientResources;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Connections to the masters of a cluster. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class ClusterLink implements Link {

  private static final int MOST_PROBE_KEYS = 4 * SlotHash.SLOT_COUNT;

  private final String name;
  private final Driver<RedisClusterClient> driver;
  private final Opening<StatefulRedisClusterConnection<byte[], byte[]>> opening;

  private ClusterLink(Driver<RedisClusterClient> driver, String name, TimeSource time) {
    this.driver = driver;
    this.name = name;
    this.opening = new Opening<>(driver, () -> connecting(driver.client()), Opening.SOON, time);
    opening.begin();
  }

  /** {@return a link by a client of its own} */
  static ClusterLink open(List<RedisURI> given, TimeSource time) {
    List<RedisURI> seeds = given.stream().map(DriverOptions::impatient).toList();
    RedisURI first = seeds.get(0);
    String name = "cluster at " + first.getHost() + ":" + first.getPort();
    return new ClusterLink(Driver.own(resources -> client(resources, seeds)), name, time);
  }

  /** {@return a link by a client that an application lends, and shuts down itself} */
  static ClusterLink lent(RedisClusterClient client, TimeSource time) {
    return new ClusterLink(Driver.lent(client), "cluster", time);
  }

  private static RedisClusterClient client(ClientResources resources, List<RedisURI> seeds) {
    RedisClusterClient client = RedisClusterClient.create(resources, seeds);
    client.setOptions(DriverOptions.ofCluster());
    return client;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CompletableFuture<Void> firstAttempt() {
    return opening.firstAttempt();
  }

  @Override
  public @Nullable Throwable refusal() {
    return driver.refusal();
  }

  @Override
  public @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commands() {
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> present = opening.connection();
    return present == null ? null : present.async();
  }

  @Override
  public List<String> masters() {
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> present = opening.connection();
    if (present == null) {
      return List.of(name);
    }
    List<String> masters =
        present.getPartitions().stream()
            .filter(ClusterLink::isMaster)
            .map(ClusterLink::nameOf)
            .toList();
    return masters.isEmpty() ? List.of(name) : masters;
  }

  @Override
  public String masterOf(byte[] key) {
    return ownerOf(SlotHash.getSlot(key));
  }

  private String ownerOf(int slot) {
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> present = opening.connection();
    @Nullable RedisClusterNode owner =
        present == null ? null : present.getPartitions().getPartitionBySlot(slot);
    return owner == null ? name : nameOf(owner);
  }

  private static String nameOf(RedisNodeDescription node) {
    return node.getUri().getHost() + ":" + node.getUri().getPort();
  }

  @Override
  public Object groupOf(byte[] key) {
    return SlotHash.getSlot(key);
  }

  @Override
  public byte[] probeKey(RedisKeys keys, String master) {
    for (int i = 0; i < MOST_PROBE_KEYS; i++) {
      byte[] key = keys.ofProbe(i);
      if (masterOf(key).equals(master)) {
        return key;
      }
    }
    return keys.ofProbe(0);
  }

  @Override
  public boolean hasHashSlots() {
    return true;
  }

  private static CompletionStage<StatefulRedisClusterConnection<byte[], byte[]>> connecting(
      RedisClusterClient client) {
    return client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectAsync(ByteArrayCodec.INSTANCE))
        .thenCompose(ClusterLink::toMasters);
  }

  /**
   * Connects to every master first: commands to one to which there is no connection yet are
   * rejected. One that cannot be reached is found out by its probe.
   */
  private static CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> toMasters(
      StatefulRedisClusterConnection<byte[], byte[]> connected) {
    CompletableFuture<?>[] attempts =
        connected.getPartitions().stream()
            .filter(ClusterLink::isMaster)
            .map(node -> connecting(connected, node.getUri()))
            .toArray(CompletableFuture[]::new);
    return CompletableFuture.allOf(attempts)
        .thenApply(
            done -> {
              connected.setReadFrom(ReadFrom.UPSTREAM);
              return connected;
            });
  }

  /** By host and port: that is the connection by which scripts go. */
  private static CompletableFuture<?> connecting(
      StatefulRedisClusterConnection<byte[], byte[]> connected, RedisURI node) {
    return connected
        .getConnectionAsync(node.getHost(), node.getPort())
        .handle((to, failure) -> node);
  }

  private static boolean isMaster(RedisClusterNode node) {
    return node.getRole().isUpstream() && !node.hasNoSlots();
  }

  @Override
  public void refresh() {
    if (opening.connection() != null && !opening.isClosed()) {
      driver.client().refreshPartitionsAsync();
    }
  }

  @Override
  public void close() {
    opening.close();
  }
}
