package dev.ratelimit.benchmarks.load;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.redis.Checks;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.testkit.redis.RedisServer;
import java.time.Duration;

/**
 * A way to check keys over Redis, under load. Measured in this process, each time with new
 * connections and an empty server; what is slow because it is new is over before it counts.
 *
 * @param subject the way
 * @param scene the load
 */
public record LoadContestant(Subject subject, Scene scene) implements Contestant {

  /** Nobody is exhausted within a run, and nobody is full again: no state is ever dropped. */
  private static final TokenBucket LIMIT =
      Limit.of(1, Duration.ofSeconds(15)).withBurst(200_000_000);

  @Override
  public String label() {
    return subject + " " + scene;
  }

  /** As many stretches as there are rounds: compilers take seconds for what many threads share. */
  @Override
  public void warmUp(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Instances instances = Instances.open(scene.instances(), () -> open(redis))) {
      for (int i = 0; i < effort.rounds(); i++) {
        Load.of(scene, instances.all(), effort.measured());
      }
    }
  }

  @Override
  public Measurement measure(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Instances instances = Instances.open(scene.instances(), () -> open(redis))) {
      if (scene.start() == Scene.Start.FILLED) {
        instances.all().get(0).check(scene.traffic().key(0));
        Filling.fill(redis, scene.traffic());
      }
      Load.of(scene, instances.all(), effort.warmup());
      return measurement(Stretch.of(scene, instances.all(), redis, effort.measured()));
    }
  }

  private Checks open(RedisServer redis) {
    return subject.open(redis.uri(), LIMIT);
  }

  private Measurement measurement(Stretch stretch) {
    Tally tally = stretch.load().tally();
    if (tally.allowed() != tally.checks()) {
      throw new IllegalStateException(
          label() + ": allowed must be all " + tally.checks() + ", was " + tally.allowed());
    }
    return new Measurement(stretch.figures());
  }
}
