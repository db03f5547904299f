package dev.ratelimit.benchmarks.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisURI;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Our limiter over Redis, without leases. Its deadline is long: a check that fails ends the run.
 */
final class OurChecks implements Checks {

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final RedisLimiter limiter;

  OurChecks(URI redis, TokenBucket limit) {
    limiter = RedisLimiter.builder(RedisURI.create(redis)).limit(limit).deadline(DEADLINE).build();
  }

  @Override
  public boolean check(String key) {
    return limiter.check(key).allowed();
  }

  @Override
  public CompletionStage<Boolean> checkAsync(String key) {
    return limiter.checkAsync(key).thenApply(Decision::allowed);
  }

  @Override
  public void close() {
    limiter.close();
  }
}
