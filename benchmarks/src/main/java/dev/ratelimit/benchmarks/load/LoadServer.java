package dev.ratelimit.benchmarks.load;

import dev.ratelimit.testkit.redis.RedisServer;

/**
 * The Redis that load is put on: a process of its own, started when the first row needs it, the
 * same for all contestants, and killed when this JVM ends.
 */
public final class LoadServer {

  private static final class Started {
    static final RedisServer REDIS = RedisServer.start("save \"\"", "appendonly no");
  }

  private LoadServer() {}

  /** {@return it, with nothing in it} */
  public static RedisServer empty() {
    Started.REDIS.flush();
    return Started.REDIS;
  }
}
