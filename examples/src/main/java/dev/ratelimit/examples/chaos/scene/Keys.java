package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.testkit.redis.topology.RedisCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keys that are spread over a cluster, two of each hash slot, so that they share calls. */
public final class Keys {

  /** The one key of a fleet. */
  public static final String SHARED = "shared";

  private static final int SLOTS = 20;

  private static final List<String> ALL = pairs();

  private Keys() {}

  /** {@return all of them} */
  public static List<String> all() {
    return ALL;
  }

  /** {@return the slots of the keys} */
  static List<Integer> slots() {
    return ALL.stream().map(Keys::slot).distinct().toList();
  }

  private static int slot(String key) {
    return RedisCluster.hashSlot("rl:{" + key + "}");
  }

  private static List<String> pairs() {
    Map<Integer, String> single = new HashMap<>();
    List<String> pairs = new ArrayList<>();
    for (int i = 0; pairs.size() < 2 * SLOTS; i++) {
      String key = "key-" + i;
      String other = single.putIfAbsent(slot(key), key);
      if (other != null) {
        single.remove(slot(key));
        pairs.add(other);
        pairs.add(key);
      }
    }
    return List.copyOf(pairs);
  }
}
