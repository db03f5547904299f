package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The nodes of a cluster, and what they think of each other.
 *
 * @param groups each a master and its replicas, whichever of them is the master now
 */
record ClusterNodes(List<List<ClusterNode>> groups) {

  ClusterNodes {
    groups = List.copyOf(groups);
  }

  List<ClusterNode> all() {
    return groups.stream().flatMap(List::stream).toList();
  }

  List<ClusterNode> running() {
    return all().stream().filter(node -> node.server().isRunning()).toList();
  }

  ClusterNode of(RedisServer server) {
    return all().stream()
        .filter(node -> node.server() == server)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(server + " is no node of this cluster"));
  }

  List<ClusterNode> groupOf(ClusterNode node) {
    return groups.stream().filter(group -> group.contains(node)).findFirst().orElseThrow();
  }

  /** {@return the present masters, of each group one, as a node that runs sees them} */
  List<ClusterNode> masters() {
    Map<String, NodeView> views = views(witness());
    return groups.stream().flatMap(group -> masterOf(group, views).stream()).toList();
  }

  Optional<ClusterNode> masterOf(List<ClusterNode> group) {
    return masterOf(group, views(witness()));
  }

  private static Optional<ClusterNode> masterOf(
      List<ClusterNode> group, Map<String, NodeView> views) {
    return group.stream()
        .filter(node -> views.containsKey(node.id()) && views.get(node.id()).isMaster())
        .findFirst();
  }

  ClusterNode masterOf(int hashSlot) {
    return witness().view().stream()
        .filter(seen -> seen.hashSlots().get(hashSlot))
        .flatMap(seen -> all().stream().filter(node -> node.id().equals(seen.id())))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nobody serves hash slot " + hashSlot));
  }

  private ClusterNode witness() {
    return running().stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no node of the cluster runs"));
  }

  private static Map<String, NodeView> views(ClusterNode witness) {
    return witness.view().stream().collect(Collectors.toMap(NodeView::id, Function.identity()));
  }

  void awaitAgreement() {
    Agreement.await("the running nodes agree and serve all hash slots", this::agree);
  }

  /**
   * {@return whether those that run are well in each other's eyes, are in sync, and serve all hash
   * slots between them} A lost master makes that false until a replica has taken its place, even
   * before any of them has noticed.
   */
  boolean agree() {
    List<ClusterNode> running = running();
    Set<String> ids = running.stream().map(ClusterNode::id).collect(Collectors.toSet());
    Set<Set<NodeView>> opinions = new HashSet<>();
    for (ClusterNode node : running) {
      List<NodeView> views = node.view().stream().filter(v -> ids.contains(v.id())).toList();
      if (views.size() < ids.size() || !views.stream().allMatch(NodeView::isWell)) {
        return false;
      }
      opinions.add(views.stream().map(NodeView::withoutFlags).collect(Collectors.toSet()));
    }
    return opinions.size() == 1
        && serveAll(opinions.iterator().next())
        && running.stream().allMatch(node -> node.saysOk() && node.isInSync());
  }

  private static boolean serveAll(Set<NodeView> nodes) {
    BitSet served = new BitSet(HashSlots.COUNT);
    nodes.forEach(node -> served.or(node.hashSlots()));
    return served.cardinality() == HashSlots.COUNT;
  }
}
