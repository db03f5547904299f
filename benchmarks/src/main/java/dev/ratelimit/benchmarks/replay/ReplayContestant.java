package dev.ratelimit.benchmarks.replay;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.load.LoadServer;
import dev.ratelimit.benchmarks.load.ServerUse;
import dev.ratelimit.testkit.redis.RedisServer;
import java.util.Map;

/**
 * What a call costs the server, for each check that it carries.
 *
 * @param call the call
 */
public record ReplayContestant(Call call) implements Contestant {

  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public String label() {
    return "call " + call;
  }

  @Override
  public Measurement measure(Effort effort) {
    RedisServer redis = LoadServer.empty();
    try (Replay replay = new Replay(redis.uri(), call.arguments(redis))) {
      replay.run(effort.warmup());
      ServerUse before = ServerUse.of(redis);
      long calls = replay.run(effort.measured());
      ServerUse use = ServerUse.of(redis).since(before);
      double nanos = use.cpuSeconds() * NANOS_PER_SECOND;
      return new Measurement(Map.of(Metric.SERVER_CPU, nanos / (calls * call.checks())));
    }
  }
}
