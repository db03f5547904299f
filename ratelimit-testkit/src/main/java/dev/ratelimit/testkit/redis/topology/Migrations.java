package dev.ratelimit.testkit.redis.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Hash slots on their way from one master to another. Thread-safe: one change at a time. */
final class Migrations {

  private static final String KEYS_AT_ONCE = "100";
  private static final String LONGEST_MILLIS = "5000";

  private record Move(ClusterNode from, ClusterNode to) {}

  private final ClusterNodes nodes;
  private final Map<Integer, Move> begun = new HashMap<>(); // guarded by this

  Migrations(ClusterNodes nodes) {
    this.nodes = nodes;
  }

  synchronized void begin(int hashSlot, ClusterNode to) {
    if (begun.containsKey(hashSlot)) {
      throw new IllegalStateException("hash slot " + hashSlot + " moves already");
    }
    ClusterNode from = nodes.masterOf(hashSlot);
    if (from.equals(to) || !nodes.masters().contains(to)) {
      throw new IllegalArgumentException(
          "hash slot %d can move to another master only, not to %s"
              .formatted(hashSlot, to.server()));
    }
    to.setSlot(hashSlot, "IMPORTING", from.id());
    from.setSlot(hashSlot, "MIGRATING", to.id());
    begun.put(hashSlot, new Move(from, to));
  }

  /** The receiver first: were it last, and lost, nobody would serve the hash slot. */
  synchronized void end(int hashSlot) {
    Move move = begun.get(hashSlot);
    if (move == null) {
      throw new IllegalStateException("hash slot " + hashSlot + " does not move");
    }
    moveKeys(hashSlot, move);
    Stream<ClusterNode> others =
        nodes.masters().stream().filter(node -> !node.equals(move.to) && !node.equals(move.from));
    Stream.concat(Stream.of(move.to, move.from), others.filter(node -> node.server().isRunning()))
        .forEach(node -> node.setSlot(hashSlot, "NODE", move.to.id()));
    begun.remove(hashSlot);
  }

  private static void moveKeys(int hashSlot, Move move) {
    List<RedisReply> keys = keys(hashSlot, move.from);
    while (!keys.isEmpty()) {
      RedisServer to = move.to.server();
      List<byte[]> command = new ArrayList<>();
      for (String word :
          List.of(
              "MIGRATE", to.host(), Integer.toString(to.port()), "", "0", LONGEST_MILLIS, "KEYS")) {
        command.add(word.getBytes(UTF_8));
      }
      keys.forEach(key -> command.add(key.asBytes()));
      move.from.server().command(command.toArray(byte[][]::new));
      keys = keys(hashSlot, move.from);
    }
  }

  private static List<RedisReply> keys(int hashSlot, ClusterNode from) {
    return from.server()
        .command("CLUSTER", "GETKEYSINSLOT", Integer.toString(hashSlot), KEYS_AT_ONCE)
        .asList();
  }

  synchronized void giveUp() {
    for (int hashSlot : begun.keySet()) {
      nodes.masters().forEach(node -> node.setSlot(hashSlot, "STABLE"));
    }
    begun.clear();
  }
}
