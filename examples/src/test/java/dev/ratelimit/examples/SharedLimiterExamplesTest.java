package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.AtMostOnce;
import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import org.junit.jupiter.api.Test;

/** The examples over a shared Redis. They hold whether or not there is one at localhost. */
class SharedLimiterExamplesTest {

  @Test
  void readmeTiered() {
    RedisLimiter redis =
        RedisLimiter.builder(RedisURI.create("redis://localhost"))
            .limit(Limit.perMinute(100).withBurst(20))
            .build();
    PermitLimiter limiter = TieredLimiter.builder(redis).fallback(Fallback.local(6)).build();

    Decision decision = limiter.check("tenant-42", 0);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.origin()).isIn(Origin.STORE, Origin.FALLBACK);
    limiter.close();
  }

  @Test
  void gettingStarted() {
    RedisLimiter redis =
        RedisLimiter.builder(RedisURI.create("redis://localhost")).limit(Limit.perHour(2)).build();
    PermitLimiter limiter = TieredLimiter.builder(redis).fallback(Fallback.local(2)).build();

    assertThat(limiter.check("tenant-42", 0).limit()).isIn(1L, 2L);
    limiter.close();
  }

  @Test
  void readmeStrict() {
    RedisLimiter redis =
        RedisLimiter.builder(RedisURI.create("redis://localhost")).limit(Limit.perDay(5)).build();
    PermitLimiter strict =
        TieredLimiter.builder(redis).strict().fallback(Fallback.closed()).build();

    assertThat(strict.check("tenant-42", 6).retryAfter()).isPositive();
    strict.close();
  }

  @Test
  void readmeMembership() {
    RedisLimiter redis =
        RedisLimiter.builder(RedisURI.create("redis://localhost")).limit(Limit.perDay(60)).build();
    Fallback share = Fallback.local(redis.membership("orders", 6));
    PermitLimiter limiter = TieredLimiter.builder(redis).fallback(share).build();

    assertThat(limiter.check("tenant-42", 0).limit()).isIn(60L, 10L);
    limiter.close();
  }

  @Test
  void redisLimiter() {
    RedisLimiter limiter =
        RedisLimiter.builder(RedisURI.create("redis://localhost"))
            .limit(Limit.perMinute(100).withBurst(20))
            .build();

    PermitLimiter tiered = TieredLimiter.builder(limiter).fallback(Fallback.closed()).build();
    assertThat(tiered.check("tenant-42", 21).retryAfter()).isPositive();
    tiered.close();
  }

  @Test
  void atMostOnce() {
    RedisURI uri = RedisURI.create("redis://localhost");
    ClientResources resources = ClientResources.builder().nettyCustomizer(new AtMostOnce()).build();
    RedisClient client = RedisClient.create(resources, uri);

    assertThat(client.getResources().nettyCustomizer()).isInstanceOf(AtMostOnce.class);
    client.shutdown();
    resources.shutdown().syncUninterruptibly();
  }
}
