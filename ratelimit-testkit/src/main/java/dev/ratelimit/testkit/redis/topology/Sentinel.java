package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisErrorException;
import dev.ratelimit.testkit.redis.RedisReply;
import dev.ratelimit.testkit.redis.RedisServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One sentinel, and what it knows of the master that all watch. */
record Sentinel(RedisServer server) {

  static final String MASTER_NAME = "ratelimit";
  static final int QUORUM = 2;

  private static final String DOWN_AFTER_MILLIS = "1000";
  private static final String FAILOVER_TIMEOUT_MILLIS = "5000";

  /*
   * During a failover a server is asked for its part once a second, whatever INFO-PERIOD says. So
   * five pings must take longer, else no replica counts as known; and so must four publications,
   * else a sentinel that has not heard of a promotion undoes it.
   */
  private static final String HASTE =
      "SENTINEL DEBUG INFO-PERIOD 100 PING-PERIOD 300 ASK-PERIOD 100 PUBLISH-PERIOD 500"
          + " TILT-PERIOD 500";

  static Sentinel start(Closing closing, RedisServer master) {
    Sentinel started =
        new Sentinel(
            closing.start(
                "sentinel monitor %s %s %d %d"
                    .formatted(MASTER_NAME, master.host(), master.port(), QUORUM),
                setting("down-after-milliseconds", DOWN_AFTER_MILLIS),
                setting("failover-timeout", FAILOVER_TIMEOUT_MILLIS),
                setting("parallel-syncs", "2")));
    started.hurry();
    return started;
  }

  private static String setting(String name, String value) {
    return String.join(" ", "sentinel", name, MASTER_NAME, value);
  }

  /** Lets it look often. Lost by a restart; before Redis 7 there is no such thing. */
  void hurry() {
    try {
      server.command(HASTE.split(" "));
    } catch (RedisErrorException e) {
      // Then it takes some seconds more.
    }
  }

  /** {@return the port of the master that it names to clients} */
  int masterPort() {
    List<RedisReply> address =
        server.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER_NAME).asList();
    return Integer.parseInt(address.get(1).asText());
  }

  /** {@return whether the master is well, and all that could promote or be promoted are known} */
  boolean isSettled(int replicas, int otherSentinels) {
    Map<String, String> master = fields(server.command("SENTINEL", "MASTER", MASTER_NAME));
    return "master".equals(master.get("flags"))
        && Integer.toString(otherSentinels).equals(master.get("num-other-sentinels"))
        && wellReplicas() == replicas;
  }

  private long wellReplicas() {
    return server.command("SENTINEL", "REPLICAS", MASTER_NAME).asList().stream()
        .map(Sentinel::fields)
        .filter(replica -> "slave".equals(replica.get("flags")))
        .filter(replica -> "ok".equals(replica.get("master-link-status")))
        .count();
  }

  private static Map<String, String> fields(RedisReply reply) {
    Map<String, String> fields = new HashMap<>();
    List<RedisReply> texts = reply.asList();
    for (int i = 0; i + 1 < texts.size(); i += 2) {
      fields.put(texts.get(i).asText(), texts.get(i + 1).asText());
    }
    return fields;
  }
}
