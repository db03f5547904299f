package dev.ratelimit.redis.link;

import dev.ratelimit.redis.driver.RedisError;
import io.lettuce.core.CommandListenerWriter;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.models.role.RedisNodeDescription;
import io.lettuce.core.protocol.CommandExpiryWriter;
import io.lettuce.core.protocol.DefaultEndpoint;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connections by which scripts go to the masters of a cluster. Thread-safe.
 *
 * @param all of them, and what finds the one for a key
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
record MasterConnections(StatefulRedisClusterConnection<byte[], byte[]> all) {

  /** {@return the names of the masters that have hash slots} */
  List<String> names() {
    return masters().map(MasterConnections::nameOf).toList();
  }

  /** {@return the name of the master that has a hash slot, {@code null} if none is known} */
  @Nullable String ownerOf(int slot) {
    @Nullable RedisClusterNode owner = all.getPartitions().getPartitionBySlot(slot);
    return owner == null ? null : nameOf(owner);
  }

  private Stream<RedisClusterNode> masters() {
    return all.getPartitions().stream()
        .filter(node -> node.getRole().isUpstream() && !node.hasNoSlots());
  }

  private static String nameOf(RedisNodeDescription node) {
    return node.getUri().getHost() + ":" + node.getUri().getPort();
  }

  /**
   * {@return the connection to a master} By host and port: that is the one by which scripts go. If
   * there is none it is opened; it fails if that does, and for what is no master.
   */
  CompletableFuture<StatefulRedisConnection<byte[], byte[]>> to(String master) {
    return masters()
        .filter(node -> nameOf(node).equals(master))
        .findFirst()
        .map(this::to)
        .orElseGet(() -> CompletableFuture.failedFuture(RedisError.notConnected()));
  }

  private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> to(RedisClusterNode node) {
    try {
      return all.getConnectionAsync(node.getUri().getHost(), node.getUri().getPort());
    } catch (RuntimeException e) { // it is closed, or has learned that this is no node
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Connects to every master: commands to one to which there is no connection yet are rejected.
   *
   * @return done when there is a connection to one, or to none
   */
  CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> open() {
    CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> opened =
        new CompletableFuture<>();
    ended(attempt -> attempt.thenRun(() -> opened.complete(all)))
        .whenComplete((done, failure) -> opened.complete(all));
    return opened;
  }

  /** Closes all, as soon as none is being opened: that one the driver would close twice. */
  CompletableFuture<Void> close() {
    return ended(attempt -> attempt)
        .handle((done, failure) -> all.closeAsync())
        .thenCompose(closing -> closing);
  }

  private CompletableFuture<Void> ended(UnaryOperator<CompletableFuture<?>> following) {
    return CompletableFuture.allOf(
        masters().map(this::to).map(following).toArray(CompletableFuture[]::new));
  }

  /** Cuts the connection to a master, if there is one: then the driver opens another. */
  void cut(String master) {
    to(master).thenAccept(connection -> endpointOf(connection).disconnect());
  }

  private static DefaultEndpoint endpointOf(StatefulRedisConnection<?, ?> connection) {
    RedisChannelWriter writer = ((RedisChannelHandler<?, ?>) connection).getChannelWriter();
    while (!(writer instanceof DefaultEndpoint)) {
      writer =
          writer instanceof CommandExpiryWriter expiring
              ? expiring.getDelegate()
              : ((CommandListenerWriter) writer).getDelegate();
    }
    return (DefaultEndpoint) writer;
  }
}
