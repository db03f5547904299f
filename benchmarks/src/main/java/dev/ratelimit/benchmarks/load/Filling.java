package dev.ratelimit.benchmarks.load;

import dev.ratelimit.testkit.redis.RedisServer;

/** Gives a server the keys of some traffic, by copies of one that a limiter has written. */
final class Filling {

  private static final int AT_ONCE = 10_000;

  private static final String SCRIPT =
      """
      local dump, live_ms = redis.call('DUMP', KEYS[1]), redis.call('PTTL', KEYS[1])
      for number = tonumber(ARGV[3]), tonumber(ARGV[4]) do
        redis.call('RESTORE', ARGV[1] .. number .. ARGV[2], live_ms, dump, 'REPLACE')
      end
      """;

  private Filling() {}

  /**
   * Copies.
   *
   * @param redis has one key: that of the traffic's first, by whatever name
   */
  static void fill(RedisServer redis, Traffic traffic) {
    String model = redis.command("RANDOMKEY").asText();
    String first = traffic.key(0);
    int place = model.indexOf(first);
    if (redis.command("DBSIZE").asLong() != 1 || place < 0) {
      throw new IllegalStateException("the only key must be that of " + first + ", was " + model);
    }
    String before = model.substring(0, place + first.length() - 1);
    String after = model.substring(place + first.length());
    for (int from = 1; from < traffic.keys(); from += AT_ONCE) {
      int to = Math.min(from + AT_ONCE, traffic.keys()) - 1;
      redis.command(
          "EVAL", SCRIPT, "1", model, before, after, Integer.toString(from), Integer.toString(to));
    }
  }
}
