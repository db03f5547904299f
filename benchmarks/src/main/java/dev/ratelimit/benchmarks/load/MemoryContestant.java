package dev.ratelimit.benchmarks.load;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.redis.Checks;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * By how much the memory that a server uses grows for each key, tables included.
 *
 * @param subject who writes the keys
 * @param keys how many
 */
public record MemoryContestant(Subject subject, int keys) implements Contestant {

  private static final TokenBucket LIMIT = Limit.of(10, Duration.ofDays(1));

  @Override
  public String label() {
    return "memory of " + subject + " " + keys;
  }

  @Override
  public Measurement measure(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Checks checks = subject.open(redis.uri(), LIMIT)) {
      checks.check(Traffic.ONE_KEY.key(0));
    }
    long before = usedBytes(redis);
    Filling.fill(redis, Traffic.uniform(keys));
    return new Measurement(
        Map.of(Metric.MEMORY, (double) (usedBytes(redis) - before) / (keys - 1)));
  }

  private static long usedBytes(RedisServer redis) {
    String field = "used_memory";
    return Long.parseLong(Objects.requireNonNull(redis.info("memory").get(field), field));
  }
}
