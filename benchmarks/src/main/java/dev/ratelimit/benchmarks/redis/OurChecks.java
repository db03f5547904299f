package dev.ratelimit.benchmarks.redis;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisURI;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Our limiter over Redis. Its deadline is long: a check that fails ends the run. */
final class OurChecks implements Checks {

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final PermitLimiter limiter;

  private OurChecks(PermitLimiter limiter) {
    this.limiter = limiter;
  }

  /** {@return checks without leases: every permit comes from Redis} */
  static OurChecks exact(URI redis, TokenBucket limit) {
    return new OurChecks(overRedis(redis, limit));
  }

  /** {@return checks with leases, of which those are denied that Redis does not answer} */
  static OurChecks leased(URI redis, TokenBucket limit) {
    return new OurChecks(
        TieredLimiter.builder(overRedis(redis, limit)).fallback(Fallback.closed()).build());
  }

  private static RedisLimiter overRedis(URI redis, TokenBucket limit) {
    return RedisLimiter.builder(RedisURI.create(redis)).limit(limit).deadline(DEADLINE).build();
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
