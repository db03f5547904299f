package dev.ratelimit.testkit.redis.topology;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.List;

/** Makes servers run again, each with as little change as possible. */
final class Healing {

  private Healing() {}

  static void ofServers(List<RedisServer> servers) {
    for (RedisServer server : servers) {
      server.resume();
      if (!server.isRunning()) {
        server.restart();
      }
    }
  }
}
