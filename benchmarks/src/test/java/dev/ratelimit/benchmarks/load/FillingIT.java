package dev.ratelimit.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FillingIT {

  private static final TokenBucket LIMIT = Limit.of(5, Duration.ofDays(1));
  private static final int KEYS = 10_002; // two blocks and one key

  private final RedisServer redis = LoadServer.empty();

  @Test
  void keysOfTheTraffic_areAllInTheStateOfTheFirst() {
    try (RedisLimiter limiter = limiter()) {
      limiter.check("user-0", 3);

      Filling.fill(redis, Traffic.uniform(KEYS));

      assertThat(redis.command("DBSIZE").asLong()).isEqualTo(KEYS);
      assertThat(limiter.peek("user-1", 1).remaining()).isEqualTo(2);
      assertThat(limiter.peek("user-10001", 1).remaining()).isEqualTo(2);
    }
  }

  @Test
  void copies_takeTheMemoryOfTheFirst() {
    try (RedisLimiter limiter = limiter()) {
      limiter.check("user-0", 3);
      String name = redis.command("RANDOMKEY").asText();

      Filling.fill(redis, Traffic.uniform(2));

      assertThat(memory(name.replace("user-0", "user-1"))).isEqualTo(memory(name));
    }
  }

  private RedisLimiter limiter() {
    return RedisLimiter.builder(RedisURI.create(redis.uri()))
        .limit(LIMIT)
        .deadline(Duration.ofMinutes(1))
        .build();
  }

  private long memory(String name) {
    return redis.command("MEMORY", "USAGE", name).asLong();
  }
}
