package dev.ratelimit.benchmarks.redis;

import io.lettuce.core.RedisClient;
import java.time.Duration;

/** Ends clients of Lettuce. */
final class Clients {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private Clients() {}

  /** At once, where Lettuce by default is quiet for two seconds before. */
  static void shutDown(RedisClient client) {
    client.shutdown(Duration.ZERO, PATIENCE);
  }
}
