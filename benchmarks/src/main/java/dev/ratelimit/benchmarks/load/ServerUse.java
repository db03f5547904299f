package dev.ratelimit.benchmarks.load;

import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.testkit.redis.RedisServer;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a server has spent since it was started, or in between two looks.
 *
 * @param cpuSeconds processor time, that of its kernel side included
 * @param scriptCalls how many scripts it was asked to run
 * @param receivedBytes what came over the network, its headers not counted
 * @param sentBytes what went over the network
 */
public record ServerUse(double cpuSeconds, long scriptCalls, long receivedBytes, long sentBytes) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Looks. */
  public static ServerUse of(RedisServer redis) {
    return of(redis.info("cpu"), redis.info("commandstats"), redis.info("stats"));
  }

  static ServerUse of(
      Map<String, String> cpu, Map<String, String> commandStats, Map<String, String> stats) {
    return new ServerUse(
        Double.parseDouble(field(cpu, "used_cpu_sys"))
            + Double.parseDouble(field(cpu, "used_cpu_user")),
        Stream.of("cmdstat_eval", "cmdstat_evalsha")
            .mapToLong(command -> calls(commandStats.getOrDefault(command, "calls=0")))
            .sum(),
        Long.parseLong(field(stats, "total_net_input_bytes")),
        Long.parseLong(field(stats, "total_net_output_bytes")));
  }

  /** {@return what was spent since an earlier look} */
  public ServerUse since(ServerUse before) {
    return new ServerUse(
        cpuSeconds - before.cpuSeconds,
        scriptCalls - before.scriptCalls,
        receivedBytes - before.receivedBytes,
        sentBytes - before.sentBytes);
  }

  /** {@return what was spent on each of so many checks} */
  public Map<Metric, Double> perCheck(double checks) {
    return Map.of(
        Metric.SERVER_CPU, cpuSeconds * NANOS_PER_SECOND / checks,
        Metric.SCRIPT_CALLS, scriptCalls / checks,
        Metric.RECEIVED, receivedBytes / checks,
        Metric.SENT, sentBytes / checks);
  }

  private static String field(Map<String, String> section, String name) {
    return Objects.requireNonNull(section.get(name), name);
  }

  /** Of {@code calls=1,usec=2,...}. */
  private static long calls(String statistics) {
    return Stream.of(statistics.split(","))
        .filter(field -> field.startsWith("calls="))
        .mapToLong(field -> Long.parseLong(field.substring("calls=".length())))
        .sum();
  }
}
