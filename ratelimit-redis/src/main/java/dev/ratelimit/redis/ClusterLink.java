package dev.ratelimit.redis;

import dev.ratelimit.Cancellable;
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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Connections to the masters of a cluster. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class ClusterLink implements Link {

  private static final Duration RETRY = Duration.ofMillis(100);
  private static final int MOST_PROBE_KEYS = 4 * SlotHash.SLOT_COUNT;

  private final TimeSource time;
  private final String name;
  private final RedisClusterClient client;
  private final @Nullable ClientResources ownResources;
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
  private volatile @Nullable StatefulRedisClusterConnection<byte[], byte[]> connection;
  private volatile Cancellable retry = () -> false;
  private volatile boolean closed;

  private ClusterLink(
      RedisClusterClient client,
      @Nullable ClientResources ownResources,
      String name,
      TimeSource time) {
    this.client = client;
    this.ownResources = ownResources;
    this.name = name;
    this.time = time;
  }

  /** {@return a link by a client of its own} */
  static ClusterLink open(List<RedisURI> seeds, TimeSource time) {
    ClientResources resources = DriverOptions.resources();
    try {
      RedisClusterClient client = RedisClusterClient.create(resources, seeds);
      client.setOptions(DriverOptions.ofCluster());
      RedisURI first = seeds.get(0);
      String name = "cluster at " + first.getHost() + ":" + first.getPort();
      ClusterLink link = new ClusterLink(client, resources, name, time);
      link.connect();
      return link;
    } catch (RuntimeException | Error e) {
      resources.shutdown(0, 1, TimeUnit.SECONDS);
      throw e;
    }
  }

  /** {@return a link by a client that an application lends, and shuts down itself} */
  static ClusterLink lent(RedisClusterClient client, TimeSource time) {
    DriverOptions.requireSafe(client.getOptions(), client.getResources());
    ClusterLink link = new ClusterLink(client, null, "cluster", time);
    link.connect();
    return link;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  @Override
  public @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commands() {
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> present = connection;
    return present == null ? null : present.async();
  }

  @Override
  public List<String> masters() {
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> present = connection;
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
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> present = connection;
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

  private synchronized void connect() {
    if (closed) {
      return;
    }
    client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectAsync(ByteArrayCodec.INSTANCE))
        .thenCompose(ClusterLink::toMasters)
        .whenComplete(
            (connected, failure) -> {
              if (failure == null) {
                keep(connected);
                firstAttempt.complete(null);
              } else {
                retryLater();
                firstAttempt.completeExceptionally(failure);
              }
            });
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
    return CompletableFuture.allOf(attempts).thenApply(done -> connected);
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

  private void keep(StatefulRedisClusterConnection<byte[], byte[]> connected) {
    connected.setReadFrom(ReadFrom.UPSTREAM);
    connection = connected;
    if (closed) {
      connected.closeAsync();
    }
  }

  private void retryLater() {
    if (!closed) {
      retry = time.schedule(RETRY, this::connect);
    }
  }

  @Override
  public void refresh() {
    if (connection != null && !closed) {
      client.refreshPartitionsAsync();
    }
  }

  @Override
  public void close() {
    synchronized (this) { // no attempt begins after this
      closed = true;
    }
    retry.cancel();
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> last = connection;
    if (ownResources != null) {
      Shutdown.of(client, ownResources);
    } else if (last != null) {
      last.closeAsync();
    }
  }
}
