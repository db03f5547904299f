package dev.ratelimit.redis.link;

import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.driver.Driver;
import dev.ratelimit.redis.driver.DriverOptions;
import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.script.RedisKeys;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Connections to the masters of a cluster. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
public final class ClusterLink implements Link {

  private static final int MOST_PROBE_KEYS = 4 * SlotHash.SLOT_COUNT;

  private final String name;
  private final Driver<? extends RedisClusterClient> driver;
  private final Opening<StatefulRedisClusterConnection<byte[], byte[]>> opening;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  private ClusterLink(Driver<? extends RedisClusterClient> driver, String name, TimeSource time) {
    this.driver = driver;
    this.name = name;
    this.opening = new Opening<>(driver, () -> connecting(driver.client()), Opening.SOON, time);
    if (driver.client() instanceof ClusterClient ours) {
      ours.onTopology(this::topologyKnown);
    }
    opening.begin();
  }

  /** {@return a link by a client of its own} */
  public static ClusterLink open(List<RedisURI> given, TimeSource time) {
    List<RedisURI> seeds = given.stream().map(DriverOptions::impatient).toList();
    RedisURI first = seeds.get(0);
    String name = "cluster at " + first.getHost() + ":" + first.getPort();
    return new ClusterLink(Driver.own(resources -> ClusterClient.of(resources, seeds)), name, time);
  }

  /** {@return a link by a client that an application lends, and shuts down itself} */
  public static ClusterLink lent(RedisClusterClient client, TimeSource time) {
    return new ClusterLink(Driver.lent(client), "cluster", time);
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

  /** {@return the connections, {@code null} until there has been one} */
  private @Nullable MasterConnections connections() {
    @Nullable StatefulRedisClusterConnection<byte[], byte[]> present = opening.connection();
    return present == null ? null : new MasterConnections(present);
  }

  @Override
  public List<String> masters() {
    @Nullable MasterConnections present = connections();
    List<String> masters = present == null ? List.of() : present.names();
    return masters.isEmpty() ? List.of(name) : masters;
  }

  @Override
  public boolean isGone(String master) {
    List<String> present = masters();
    return !master.equals(name) && !present.contains(name) && !present.contains(master);
  }

  @Override
  public String masterOf(byte[] key) {
    @Nullable MasterConnections present = connections();
    @Nullable String owner = present == null ? null : present.ownerOf(SlotHash.getSlot(key));
    return owner == null ? name : owner;
  }

  @Override
  public CompletableFuture<?> connected(String master) {
    @Nullable MasterConnections present = connections();
    return present == null || master.equals(name)
        ? CompletableFuture.completedFuture(null)
        : present.to(master);
  }

  /** By the connection to it, so that no redirect leads to another. */
  @Override
  public @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commandsTo(String master) {
    @Nullable MasterConnections present = connections();
    if (present == null || master.equals(name)) {
      return commands();
    }
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> to = present.to(master);
    return to.isDone() && !to.isCompletedExceptionally() ? to.join().async() : null;
  }

  @Override
  public Object groupOf(byte[] key) {
    return SlotHash.getSlot(key);
  }

  @Override
  public byte[] probeKey(RedisKeys keys, String master) {
    int start = ThreadLocalRandom.current().nextInt(MOST_PROBE_KEYS); // some slots may be moving
    for (int i = 0; i < MOST_PROBE_KEYS; i++) {
      byte[] key = keys.ofProbe((start + i) % MOST_PROBE_KEYS);
      if (masterOf(key).equals(master)) {
        return key;
      }
    }
    return keys.ofProbe(0);
  }

  @Override
  public CompletableFuture<String> info(String master) {
    @Nullable MasterConnections present = connections();
    return present == null || master.equals(name)
        ? CompletableFuture.failedFuture(RedisError.notConnected())
        : present.to(master).thenCompose(connection -> connection.async().info());
  }

  @Override
  public Object addressOf(String master) {
    return master;
  }

  @Override
  public void whenConnected(Runnable told) {
    opening.whenKept(told);
    driver.connections().whenMade(connection -> told.run());
  }

  @Override
  public boolean hasHashSlots() {
    return true;
  }

  /** To all masters; one that cannot be reached is found out by its probe. */
  private static CompletionStage<StatefulRedisClusterConnection<byte[], byte[]>> connecting(
      RedisClusterClient client) {
    return client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectAsync(ByteArrayCodec.INSTANCE))
        .thenCompose(
            connected -> {
              connected.setReadFrom(ReadFrom.UPSTREAM);
              return new MasterConnections(connected).open();
            });
  }

  @Override
  public void onTopology(Runnable listener) {
    listeners.add(listener);
  }

  private void topologyKnown() {
    @Nullable MasterConnections present = connections();
    if (present != null && !opening.isClosed()) {
      present.open();
      listeners.forEach(Runnable::run);
    }
  }

  @Override
  public void reconnect(String master) {
    @Nullable MasterConnections present = connections();
    if (present != null) {
      present.cut(master);
    }
  }

  @Override
  public void refresh() {
    if (opening.connection() == null || opening.isClosed()) {
      return;
    }
    CompletionStage<Void> refreshed = driver.client().refreshPartitionsAsync();
    if (!(driver.client() instanceof ClusterClient)) { // which tells by itself
      refreshed.thenRun(this::topologyKnown);
    }
  }

  @Override
  public void close() {
    opening.close();
  }
}
