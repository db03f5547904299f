package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * One server, and a network before it that is not well.
 *
 * @param redis the server
 * @param proxy the network
 * @param fault what befalls it
 * @param effect what may become of charges
 */
record NetworkScene(
    RedisServer redis, FaultProxy proxy, BiConsumer<FaultProxy, Pauses> fault, Effect effect)
    implements Scene {

  private static final int MOST_LATENCY = 200;

  private static NetworkScene of(BiConsumer<FaultProxy, Pauses> fault, Effect effect) {
    RedisServer redis = RedisServer.start();
    return new NetworkScene(redis, FaultProxy.to(redis), fault, effect);
  }

  static NetworkScene blackholed() {
    return of(
        (proxy, pauses) -> {
          proxy.blackhole();
          pauses.of(3_000);
          proxy.heal();
        },
        Effect.ofAServer());
  }

  /** Twenty times, each after a script ran and before its reply has come. */
  static NetworkScene cut() {
    return of(
        (proxy, pauses) -> {
          for (int i = 0; i < 20; i++) {
            proxy.arm(Fault.CUT, Moment.BEFORE_REPLY);
            pauses.of(200);
          }
        },
        Effect.ofAServer().partial());
  }

  /** From none to well over the deadline. */
  static NetworkScene slow() {
    return of(
        (proxy, pauses) -> {
          for (int latency = 0; latency <= MOST_LATENCY; latency += 10) {
            proxy.delay(Moment.BEFORE_REPLY, Duration.ofMillis(latency));
            pauses.of(200);
          }
          proxy.heal();
        },
        Effect.ofAServer().partial());
  }

  /** Half of each second for a minute. */
  static NetworkScene flapping() {
    return of(
        (proxy, pauses) -> {
          for (int i = 0; i < 60; i++) {
            proxy.refuse();
            proxy.cut();
            pauses.of(500);
            proxy.heal();
            pauses.of(500);
          }
        },
        Effect.ofAServer().partial());
  }

  @Override
  public RedisLimiterBuilder limiter() {
    return RedisLimiter.builder(RedisURI.create(proxy.uri()));
  }

  @Override
  public void strike(Pauses pauses) {
    fault.accept(proxy, pauses);
  }

  @Override
  public void close() {
    proxy.close();
    redis.close();
  }
}
