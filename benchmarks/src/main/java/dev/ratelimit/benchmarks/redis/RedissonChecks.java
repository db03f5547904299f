package dev.ratelimit.benchmarks.redis;

import dev.ratelimit.TokenBucket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's limiter. It knows no burst beyond the permits of its interval, and remembers each
 * permit for as long. Where a limit has such a burst, Redisson gets it as the permits of one
 * second: that is as hard to exhaust, and leaves it the least to remember.
 */
final class RedissonChecks implements Checks {

  private static final Duration SHORT = Duration.ofSeconds(1);

  private final RedissonClient client;
  private final long permits;
  private final Duration interval;
  private final ConcurrentMap<String, RRateLimiter> limiters = new ConcurrentHashMap<>();

  RedissonChecks(URI redis, TokenBucket limit) {
    Config config = new Config();
    config.useSingleServer().setAddress(redis.toString());
    client = Redisson.create(config);
    permits = limit.burst();
    interval = limit.burst() == limit.permits() ? limit.period() : SHORT;
  }

  @Override
  public boolean check(String key) {
    return limiters.computeIfAbsent(key, this::limiter).tryAcquire();
  }

  @Override
  public CompletionStage<Boolean> checkAsync(String key) {
    return limiters.computeIfAbsent(key, this::limiter).tryAcquireAsync();
  }

  private RRateLimiter limiter(String key) {
    RRateLimiter limiter = client.getRateLimiter(key);
    limiter.trySetRate(RateType.OVERALL, permits, interval);
    return limiter;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
