package dev.ratelimit.examples.demo;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.concurrent.TimeUnit;

/** Kills Redis after a third of the time, and starts it again after two thirds. */
final class Outage {

  private enum Stage {
    BEFORE,
    DURING,
    OVER
  }

  /** What an outage showed. */
  enum Recovery {
    NOT_TRIED,
    NEVER_DEGRADED,
    NOT_RECOVERED,
    RECOVERED
  }

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final boolean wanted;
  private final RedisServer redis;
  private final double seconds;
  private Stage stage;

  Outage(RedisServer redis, double seconds, boolean wanted) {
    this.redis = redis;
    this.seconds = seconds;
    this.wanted = wanted;
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

  /** {@return what became of the instances; Redis is given a few seconds to be found again} */
  Recovery recovery(Events events) throws InterruptedException {
    if (!wanted || stage != Stage.OVER) {
      return Recovery.NOT_TRIED;
    }
    if (events.degradations() == 0) {
      return Recovery.NEVER_DEGRADED;
    }
    long patience = System.nanoTime() + PATIENCE_NANOS;
    while (events.degraded() > 0 && System.nanoTime() < patience) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return events.degraded() > 0 ? Recovery.NOT_RECOVERED : Recovery.RECOVERED;
  }
}
