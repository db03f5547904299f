package dev.ratelimit.benchmarks.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** What {@code docs/migration.md} shows of others that share a limit over Redis. */
@RedisTest
class SharedIT {

  @Test
  void bucket4j(RedisServer redis) {
    RedisClient client = RedisClient.create(RedisURI.create(redis.uri()));
    StatefulRedisConnection<String, byte[]> connection =
        client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));

    ProxyManager<String> buckets =
        Bucket4jLettuce.casBasedBuilder(connection)
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(
                    Duration.ofSeconds(10)))
            .build();
    BucketConfiguration configuration =
        BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(20).refillGreedy(100, Duration.ofMinutes(1)))
            .build();
    Bucket bucket = buckets.builder().build("tenant-42", () -> configuration);
    boolean allowed = bucket.tryConsume(10);

    assertThat(allowed).isTrue();
    assertThat(bucket.tryConsume(21)).isFalse();
    client.shutdown();
  }

  /** It reads, and writes if nobody else has meanwhile; ours are one script call. */
  @Test
  void bucket4jAsksTwice(RedisServer redis) {
    RedisClient client = RedisClient.create(RedisURI.create(redis.uri()));
    ProxyManager<String> buckets =
        Bucket4jLettuce.casBasedBuilder(
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
            .build();
    Bucket bucket =
        buckets
            .builder()
            .build(
                "tenant-42",
                () ->
                    BucketConfiguration.builder()
                        .addLimit(
                            limit -> limit.capacity(20).refillGreedy(100, Duration.ofMinutes(1)))
                        .build());
    bucket.tryConsume(1);
    redis.command("CONFIG", "RESETSTAT");

    bucket.tryConsume(1);

    Map<String, String> commands = redis.info("commandstats");
    assertThat(commands.get("cmdstat_get")).startsWith("calls=");
    assertThat(commands).containsKey("cmdstat_eval");
    client.shutdown();
  }

  @Test
  void redisson(RedisServer redis) {
    Config config = new Config();
    config.useSingleServer().setAddress(redis.uri().toString());
    RedissonClient client = Redisson.create(config);

    RRateLimiter limiter = client.getRateLimiter("tenant-42");
    limiter.trySetRate(RateType.OVERALL, 100, Duration.ofMinutes(1));
    boolean allowed = limiter.tryAcquire(10);

    assertThat(allowed).isTrue();
    assertThat(limiter.availablePermits()).isEqualTo(90);
    client.shutdown();
  }
}
