package dev.ratelimit.redis.link;

import dev.ratelimit.redis.driver.DriverOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.topology.ClusterTopologyRefresh;
import io.lettuce.core.resource.ClientResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The driver's client of a cluster, that waits for no node that hangs to know the others, and ends
 * without a word while it looks for masters.
 *
 * <p>Thread-safe.
 */
final class ClusterClient extends RedisClusterClient {

  private @Nullable TopologyViews views; // set while the driver constructs this, so not final
  private volatile Runnable onTopology = () -> {};

  private ClusterClient(ClientResources resources, List<RedisURI> seeds) {
    super(resources, seeds);
  }

  static ClusterClient of(ClientResources resources, List<RedisURI> seeds) {
    ClusterClient client = new ClusterClient(resources, seeds);
    client.setOptions(DriverOptions.ofCluster());
    return client;
  }

  /**
   * Has somebody told that the nodes have said who is a master, whether that has changed or not.
   */
  void onTopology(Runnable listener) {
    onTopology = listener;
  }

  @Override
  protected void updatePartitionsInConnections() {
    super.updatePartitionsInConnections();
    onTopology.run();
  }

  @Override
  protected ClusterTopologyRefresh createTopologyRefresh() {
    TopologyViews created = new TopologyViews(super.createTopologyRefresh());
    views = created;
    return created;
  }

  /**
   * In this order: what is asked for on threads that have ended is logged as an error, and what is
   * closed twice, by the driver itself, as a warning.
   */
  @Override
  public CompletableFuture<Void> shutdownAsync(long quiet, long timeout, TimeUnit unit) {
    suspendTopologyRefresh();
    return closeConnections()
        .exceptionally(failure -> null)
        .thenCombine(Objects.requireNonNull(views).end(), (closed, ended) -> ended)
        .thenCompose(ended -> super.shutdownAsync(quiet, timeout, unit));
  }

  @SuppressWarnings("unchecked") // the limiter's, by which scripts go
  private CompletableFuture<Void> closeConnections() {
    List<CompletableFuture<?>> closings = new ArrayList<>();
    forEachCloseable(
        StatefulRedisClusterConnection.class::isInstance,
        connection ->
            closings.add(
                new MasterConnections((StatefulRedisClusterConnection<byte[], byte[]>) connection)
                    .close()));
    return CompletableFuture.allOf(closings.toArray(CompletableFuture[]::new));
  }
}
