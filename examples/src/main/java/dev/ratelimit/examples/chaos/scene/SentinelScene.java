package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisSentinels;
import io.lettuce.core.RedisURI;
import java.util.function.Consumer;

/**
 * A master with replicas, and sentinels that watch it.
 *
 * @param sentinels all of them
 * @param fault what befalls it
 */
record SentinelScene(RedisSentinels sentinels, Consumer<RedisSentinels> fault) implements Scene {

  static SentinelScene killed() {
    return new SentinelScene(
        RedisSentinels.start(),
        sentinels -> {
          RedisServer master = sentinels.master();
          master.kill();
          sentinels.awaitTakeover(master);
        });
  }

  static SentinelScene handedOver() {
    return new SentinelScene(RedisSentinels.start(), RedisSentinels::failOver);
  }

  @Override
  public RedisLimiterBuilder limiter() {
    return RedisLimiter.builder(RedisURI.create(sentinels.uri()));
  }

  @Override
  public void strike(Pauses pauses) {
    fault.accept(sentinels);
  }

  @Override
  public Effect effect() {
    return Effect.ofAServer().losingWrites();
  }

  @Override
  public void close() {
    sentinels.close();
  }
}
