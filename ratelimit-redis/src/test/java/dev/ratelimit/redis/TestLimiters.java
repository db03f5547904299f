package dev.ratelimit.redis;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;

/** Limiters over a test's Redis that wait for it as long as a slow machine may need. */
final class TestLimiters {

  private static final Duration PATIENT = Duration.ofSeconds(30);

  private TestLimiters() {}

  static RedisLimiter of(RedisServer redis, Limit limit) {
    return builder(redis).limit(limit).build();
  }

  static RedisLimiterBuilder builder(RedisServer redis) {
    return RedisLimiter.builder(RedisURI.create(redis.uri())).deadline(PATIENT);
  }
}
