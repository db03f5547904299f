package dev.ratelimit.benchmarks.load;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.testkit.redis.RedisServer;
import java.util.Map;

/**
 * How much of what a limit admits was admitted, when more is asked for all the time. The key is
 * full at the first check.
 *
 * @param subject who limits
 * @param scene the load
 */
public record ExactnessContestant(Subject subject, Scene scene) implements Contestant {

  private static final long PER_SECOND = 2_000;
  private static final TokenBucket LIMIT = Limit.perSecond(PER_SECOND).withBurst(200);

  @Override
  public String label() {
    return "exactness of " + subject + " " + scene;
  }

  @Override
  public Measurement measure(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Instances instances =
        Instances.open(scene.instances(), () -> subject.open(redis.uri(), LIMIT))) {
      Load.of(scene, instances.all(), effort.warmup());
      redis.flush();
      Load load = Load.of(scene, instances.all(), effort.measured());
      double admissible = LIMIT.burst() + PER_SECOND * load.seconds();
      return new Measurement(Map.of(Metric.ADMITTED, load.tally().allowed() / admissible));
    }
  }
}
