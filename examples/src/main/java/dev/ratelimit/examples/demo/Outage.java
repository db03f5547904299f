package dev.ratelimit.examples.demo;

import dev.ratelimit.testkit.redis.RedisServer;

/** Kills Redis after a third of the time, and starts it again after two thirds. */
final class Outage {

  private enum Stage {
    BEFORE,
    DURING,
    OVER
  }

  private final RedisServer redis;
  private final double seconds;
  private Stage stage;

  Outage(RedisServer redis, double seconds, boolean wanted) {
    this.redis = redis;
    this.seconds = seconds;
    this.stage = wanted ? Stage.BEFORE : Stage.OVER;
  }

  /** Does what is due. */
  void at(double now) {
    if (stage == Stage.BEFORE && now >= seconds / 3) {
      redis.kill();
      stage = Stage.DURING;
    } else if (stage == Stage.DURING && now >= seconds * 2 / 3) {
      redis.restart();
      stage = Stage.OVER;
    }
  }

  boolean isOn() {
    return stage == Stage.DURING;
  }
}
