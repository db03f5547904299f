package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes a cluster of nodes that know nothing of each other. */
final class ClusterStart {

  private ClusterStart() {}

  static ClusterNodes nodes(int masters, int replicasEach) {
    try (Closing closing = new Closing()) {
      ClusterNodes nodes = new ClusterNodes(started(closing, masters, 1 + replicasEach));
      assignHashSlots(nodes.groups().stream().map(group -> group.get(0)).toList());
      introduce(nodes.all());
      nodes.groups().forEach(ClusterStart::replicate);
      nodes.awaitAgreement();
      closing.complete();
      return nodes;
    }
  }

  private static List<List<ClusterNode>> started(Closing closing, int groups, int each) {
    return Stream.generate(
            () ->
                Stream.generate(() -> closing.start(ClusterNode::start, ClusterNode::server))
                    .limit(each)
                    .toList())
        .limit(groups)
        .toList();
  }

  private static void assignHashSlots(List<ClusterNode> masters) {
    for (int i = 0; i < masters.size(); i++) {
      int first = HashSlots.COUNT * i / masters.size();
      int end = HashSlots.COUNT * (i + 1) / masters.size();
      List<String> command = new ArrayList<>(List.of("ADDSLOTS"));
      IntStream.range(first, end).mapToObj(Integer::toString).forEach(command::add);
      masters.get(i).cluster(command.toArray(String[]::new));
      masters.get(i).cluster("SET-CONFIG-EPOCH", Integer.toString(i + 1));
    }
  }

  /** Each to each, which takes less time than to let them hear of each other. */
  private static void introduce(List<ClusterNode> nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      for (ClusterNode other : nodes.subList(0, i)) {
        RedisServer place = other.server();
        nodes.get(i).cluster("MEET", place.host(), Integer.toString(place.port()));
      }
    }
  }

  private static void replicate(List<ClusterNode> group) {
    ClusterNode master = group.get(0);
    for (ClusterNode replica : group.subList(1, group.size())) {
      Patience.until(replica + " knows its master", () -> replica.knows(master));
      replica.cluster("REPLICATE", master.id());
    }
  }
}
