package dev.ratelimit.benchmarks.load;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.redis.Checks;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.Map;

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
      Limit.of(1, Duration.ofSeconds(30)).withBurst(100_000_000);

  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public String label() {
    return subject + " " + scene;
  }

  @Override
  public void warmUp(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Instances instances = Instances.open(scene.instances(), () -> open(redis))) {
      Load.of(scene, instances.all(), effort.measured());
    }
  }

  @Override
  public Measurement measure(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Instances instances = Instances.open(scene.instances(), () -> open(redis))) {
      Load.of(scene, instances.all(), effort.warmup());
      ServerUse before = ServerUse.of(redis);
      Load load = Load.of(scene, instances.all(), effort.measured());
      return measurement(load, ServerUse.of(redis).since(before));
    }
  }

  private Checks open(RedisServer redis) {
    return subject.open(redis.uri(), LIMIT);
  }

  private Measurement measurement(Load load, ServerUse use) {
    long checks = load.tally().checks();
    if (load.tally().allowed() != checks) {
      throw new IllegalStateException(
          label() + ": allowed must be all " + checks + ", was " + load.tally().allowed());
    }
    return new Measurement(
        Map.of(
            Metric.RATE, load.checksPerSecond(),
            Metric.P50, load.tally().micros(50),
            Metric.P99, load.tally().micros(99),
            Metric.SERVER_CPU, use.cpuSeconds() * NANOS_PER_SECOND / checks,
            Metric.SCRIPT_CALLS, (double) use.scriptCalls() / checks));
  }
}
