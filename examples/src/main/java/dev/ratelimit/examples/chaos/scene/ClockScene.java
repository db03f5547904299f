package dev.ratelimit.examples.chaos.scene;

import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.RedisURI;
import java.time.Duration;

/** One server, whose clock is moved. */
final class ClockScene implements Scene {

  private static final Duration SLACK = Duration.ofMinutes(1);

  private final Duration step;
  private final MovedClock clock;
  private final RedisServer redis;

  private ClockScene(Duration step) {
    this.step = step;
    this.clock = MovedClock.make();
    this.redis = RedisServer.start(clock.environment());
    requireAMovedClock();
  }

  static ClockScene back() {
    return new ClockScene(Duration.ofHours(-1));
  }

  static ClockScene on() {
    return new ClockScene(Duration.ofHours(1));
  }

  /** A program that is linked statically asks the system for the time, whatever is preloaded. */
  private void requireAMovedClock() {
    long before = seconds();
    clock.move(step);
    boolean moved = Math.abs(seconds() - before) > SLACK.toSeconds();
    clock.move(Duration.ZERO);
    if (!moved) {
      close();
      throw new NotRunException("redis-server is linked statically");
    }
  }

  private long seconds() {
    return Long.parseLong(redis.command("TIME").asList().get(0).asText());
  }

  @Override
  public RedisLimiterBuilder limiter() {
    return RedisLimiter.builder(RedisURI.create(redis.uri()));
  }

  @Override
  public void strike(Pauses pauses) {
    clock.move(step);
    pauses.of(3_000);
  }

  @Override
  public Effect effect() {
    Effect effect = Effect.ofAServer();
    return step.isNegative() ? effect : effect.losingWrites();
  }

  @Override
  public void close() {
    redis.close();
    clock.close();
  }
}
