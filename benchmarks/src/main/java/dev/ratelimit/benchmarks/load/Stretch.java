package dev.ratelimit.benchmarks.load;

import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.redis.Checks;
import dev.ratelimit.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A stretch of load, here and at the server.
 *
 * @param load what callers were answered
 * @param use what the server spent
 */
record Stretch(Load load, ServerUse use) {

  static Stretch of(Scene scene, List<Checks> instances, RedisServer redis, Duration time) {
    ServerUse before = ServerUse.of(redis);
    Load load = Load.of(scene, instances, time);
    return new Stretch(load, ServerUse.of(redis).since(before));
  }

  Map<Metric, Double> figures() {
    Map<Metric, Double> figures = new TreeMap<>(use.perCheck((double) load.tally().checks()));
    figures.put(Metric.RATE, load.checksPerSecond());
    figures.put(Metric.P50, load.tally().micros(50));
    figures.put(Metric.P99, load.tally().micros(99));
    return figures;
  }
}
