package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.util.concurrent.atomic.LongAdder;

/** A server that makes room for the keys of others by throwing away keys of the limiters. */
final class EvictingScene implements Scene {

  private static final int FOREIGN_KEYS = 50_000;
  private static final String FOREIGN_VALUE = "x".repeat(200);
  private static final String FOREIGN = "foreign:";

  private final RedisServer redis =
      RedisServer.start("maxmemory-policy allkeys-lru", "notify-keyspace-events Ee");
  private final RedisClient ear = RedisClient.create(RedisURI.create(redis.uri()));
  private final LongAdder evicted = new LongAdder();

  EvictingScene() {
    var subscription = ear.connectPubSub();
    subscription.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String key) {
            if (key.endsWith("{" + Keys.SHARED + "}")) {
              evicted.increment();
            }
          }
        });
    subscription.sync().subscribe("__keyevent@0__:evicted");
  }

  @Override
  public RedisLimiterBuilder limiter() {
    return RedisLimiter.builder(RedisURI.create(redis.uri()));
  }

  @Override
  public void strike(Pauses pauses) {
    long used = Long.parseLong(redis.info("memory").get("used_memory"));
    redis.command("CONFIG", "SET", "maxmemory", String.valueOf(used + (1 << 20)));
    for (int i = 0; i < FOREIGN_KEYS; i++) {
      redis.command("SET", FOREIGN + i, FOREIGN_VALUE);
    }
    redis.command("CONFIG", "SET", "maxmemory", "0");
  }

  @Override
  public Effect effect() {
    return Effect.ofAServer().losingWrites();
  }

  /** Of the fleet's key. */
  @Override
  public long forgotten() {
    return evicted.sum();
  }

  @Override
  public void close() {
    ear.shutdown();
    redis.close();
  }
}
