package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.Map;

/** What a server says of its part in replication. */
record Replication(Map<String, String> fields) {

  static Replication of(RedisServer server) {
    return new Replication(server.info("replication"));
  }

  boolean isMaster() {
    return "master".equals(fields.get("role"));
  }

  boolean isInSync() {
    return "up".equals(fields.get("master_link_status"));
  }

  boolean isMasterOrInSync() {
    return isMaster() || isInSync();
  }

  boolean follows(RedisServer master) {
    return isInSync() && Integer.toString(master.port()).equals(fields.get("master_port"));
  }
}
