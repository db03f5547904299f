package dev.ratelimit.benchmarks.replay;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.load.LoadServer;
import dev.ratelimit.benchmarks.load.ServerUse;
import dev.ratelimit.testkit.redis.RedisServer;
import io.lettuce.core.protocol.CommandArgs;
import java.util.List;

/**
 * What a call costs the server and the network, for each check that it carries.
 *
 * @param call the call
 */
public record ReplayContestant(Call call) implements Contestant {

  @Override
  public String label() {
    return "call " + call;
  }

  @Override
  public Measurement measure(Effort effort) {
    RedisServer redis = LoadServer.empty();
    List<CommandArgs<?, ?>> arguments = call.arguments(redis);
    try (Replay replay = new Replay(redis.uri(), arguments)) {
      replay.run(effort.warmup());
      ServerUse before = ServerUse.of(redis);
      long calls = replay.run(effort.measured());
      ServerUse use = ServerUse.of(redis).since(before);
      double checks = (double) calls * call.checks() / arguments.size();
      return new Measurement(use.perCheck(checks));
    }
  }
}
