package dev.ratelimit.examples;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;

@RedisTest
class ExportLimitIT {
  @Test
  void eleventhExport_isDenied(RedisServer redis) {
    RedisURI uri = RedisURI.create(redis.uri());
    try (RedisLimiter limiter = RedisLimiter.builder(uri).limit(Limit.perHour(10)).build()) {
      for (int i = 0; i < 10; i++) {
        assertThat(limiter.check("tenant-42")).isAllowed();
      }

      assertThat(limiter.check("tenant-42")).isDenied().hasRemaining(0);
    }
  }
}
