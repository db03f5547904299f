package dev.ratelimit.benchmarks.load;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a server has spent since it was started, or in between two looks.
 *
 * @param cpuSeconds processor time, that of its kernel side included
 * @param scriptCalls how many scripts it was asked to run
 */
public record ServerUse(double cpuSeconds, long scriptCalls) {

  /** Looks. */
  public static ServerUse of(RedisServer redis) {
    return of(redis.info("cpu"), redis.info("commandstats"));
  }

  static ServerUse of(Map<String, String> cpu, Map<String, String> commandStats) {
    return new ServerUse(
        seconds(cpu, "used_cpu_sys") + seconds(cpu, "used_cpu_user"),
        Stream.of("cmdstat_eval", "cmdstat_evalsha")
            .mapToLong(command -> calls(commandStats.getOrDefault(command, "calls=0")))
            .sum());
  }

  /** {@return what was spent since an earlier look} */
  public ServerUse since(ServerUse before) {
    return new ServerUse(cpuSeconds - before.cpuSeconds, scriptCalls - before.scriptCalls);
  }

  private static double seconds(Map<String, String> cpu, String field) {
    return Double.parseDouble(Objects.requireNonNull(cpu.get(field), field));
  }

  /** Of {@code calls=1,usec=2,...}. */
  private static long calls(String statistics) {
    return Stream.of(statistics.split(","))
        .filter(field -> field.startsWith("calls="))
        .mapToLong(field -> Long.parseLong(field.substring("calls=".length())))
        .sum();
  }
}
