package dev.ratelimit.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.topology.ClusterTopologyRefresh;
import io.lettuce.core.resource.ClientResources;
import java.util.List;

/**
 * The driver's client of a cluster, that waits for no node that hangs to know the others.
 *
 * <p>Thread-safe.
 */
final class ClusterClient extends RedisClusterClient {

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
    return new TopologyViews(super.createTopologyRefresh());
  }
}
