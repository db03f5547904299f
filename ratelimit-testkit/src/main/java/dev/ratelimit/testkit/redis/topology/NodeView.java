package dev.ratelimit.testkit.redis.topology;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * What one node of a cluster says of another, or of itself: a line of {@code CLUSTER NODES}.
 *
 * @param id forty hexadecimal digits
 * @param flags as in {@code myself} and {@code master}
 * @param masterId whose replica it is, or {@code -}
 * @param hashSlots those that it serves
 */
record NodeView(String id, Set<String> flags, String masterId, BitSet hashSlots) {

  private static final int FLAGS = 2;
  private static final int MASTER = 3;
  private static final int FIRST_RANGE = 8;
  private static final Set<String> TROUBLES = Set.of("fail", "fail?", "handshake", "noaddr");

  static List<NodeView> all(String clusterNodes) {
    return clusterNodes.lines().map(line -> of(line.split(" "))).toList();
  }

  private static NodeView of(String... fields) {
    BitSet hashSlots = new BitSet(HashSlots.COUNT);
    Arrays.stream(fields)
        .skip(FIRST_RANGE)
        .filter(range -> !range.startsWith("[")) // a migration
        .map(range -> range.split("-"))
        .forEach(
            ends ->
                hashSlots.set(
                    Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1));
    return new NodeView(fields[0], Set.of(fields[FLAGS].split(",")), fields[MASTER], hashSlots);
  }

  /** {@return whether it is a master that has not been given up} */
  boolean isMaster() {
    return flags.contains("master") && !flags.contains("fail");
  }

  boolean isWell() {
    return flags.stream().noneMatch(TROUBLES::contains);
  }

  /** {@return the same, without what depends on who says it} */
  NodeView withoutFlags() {
    return new NodeView(id, Set.of(), masterId, hashSlots);
  }
}
