package dev.ratelimit.benchmarks.load;

import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.Map;

/**
 * A way to check keys under load of which most is denied, and how much of what the limit admits was
 * admitted. The key is full at the first check.
 *
 * @param subject who limits
 * @param scene the load, on one key
 * @param limit so many permits in a second
 */
public record ExactnessContestant(Subject subject, Scene scene, TokenBucket limit)
    implements Contestant {

  /** Checks that the limit is one for a second. */
  public ExactnessContestant {
    if (!limit.period().equals(Duration.ofSeconds(1))) {
      throw new IllegalArgumentException("period must be PT1S, was " + limit.period());
    }
  }

  @Override
  public String label() {
    return "exactness of " + subject + " " + scene + ", burst " + limit.burst();
  }

  @Override
  public Measurement measure(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Instances instances =
        Instances.open(scene.instances(), () -> subject.open(redis.uri(), limit))) {
      Scene before = scene.with(scene.traffic().named("warm-up"));
      Load.of(before, instances.all(), effort.warmup());
      Stretch stretch = Stretch.of(scene, instances.all(), redis, effort.measured());
      double admissible = limit.burst() + limit.permits() * stretch.load().seconds();
      Map<Metric, Double> figures = stretch.figures();
      figures.put(Metric.ADMITTED, stretch.load().tally().allowed() / admissible);
      return new Measurement(figures);
    }
  }
}
