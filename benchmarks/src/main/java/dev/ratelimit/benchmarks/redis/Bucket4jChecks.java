package dev.ratelimit.benchmarks.redis;

import dev.ratelimit.TokenBucket;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.RemoteAsyncBucketBuilder;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Bucket4j over Lettuce. A key expires when it is full again, as ours do, and is asked for what
 * remains and when to come back, which ours tell. A bucket's proxy is kept, for only then can its
 * callers share requests.
 */
final class Bucket4jChecks implements Checks {

  private static final Duration BEYOND_FULL = Duration.ofSeconds(10);

  private final RedisClient client;
  private final ProxyManager<String> manager;
  private final BucketConfiguration configuration;
  private final Optional<Optimization> optimization;
  private final ConcurrentMap<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, AsyncBucketProxy> asyncBuckets = new ConcurrentHashMap<>();

  Bucket4jChecks(URI redis, TokenBucket limit, Optional<Optimization> optimization) {
    this.optimization = optimization;
    client = RedisClient.create(RedisURI.create(redis));
    manager =
        Bucket4jLettuce.casBasedBuilder(
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(BEYOND_FULL))
            .build();
    configuration =
        BucketConfiguration.builder()
            .addLimit(
                Bandwidth.builder()
                    .capacity(limit.burst())
                    .refillGreedy(limit.permits(), limit.period())
                    .build())
            .build();
  }

  @Override
  public boolean check(String key) {
    return buckets.computeIfAbsent(key, this::bucket).tryConsumeAndReturnRemaining(1).isConsumed();
  }

  @Override
  public CompletionStage<Boolean> checkAsync(String key) {
    return asyncBuckets
        .computeIfAbsent(key, this::asyncBucket)
        .tryConsumeAndReturnRemaining(1)
        .thenApply(ConsumptionProbe::isConsumed);
  }

  private Bucket bucket(String key) {
    RemoteBucketBuilder<String> builder = manager.builder();
    return optimization
        .map(builder::withOptimization)
        .orElse(builder)
        .build(key, () -> configuration);
  }

  private AsyncBucketProxy asyncBucket(String key) {
    RemoteAsyncBucketBuilder<String> builder = manager.asAsync().builder();
    return optimization
        .map(builder::withOptimization)
        .orElse(builder)
        .build(key, () -> CompletableFuture.completedFuture(configuration));
  }

  @Override
  public void close() {
    Clients.shutDown(client);
  }
}
