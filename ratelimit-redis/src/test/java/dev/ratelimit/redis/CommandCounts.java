package dev.ratelimit.redis;

import dev.ratelimit.testkit.redis.RedisServer;
import java.util.Map;
import java.util.TreeMap;

/** How often a server has executed each command, those of scripts included. Immutable. */
public final class CommandCounts {

  private static final String COMMAND = "cmdstat_";

  private final Map<String, Long> calls;

  private CommandCounts(Map<String, Long> calls) {
    this.calls = calls;
  }

  public static CommandCounts of(RedisServer redis) {
    Map<String, Long> calls = new TreeMap<>();
    redis
        .info("commandstats")
        .forEach(
            (name, figures) ->
                calls.put(
                    name.substring(COMMAND.length()),
                    Long.parseLong(figures.replaceAll("^calls=(\\d+),.*", "$1"))));
    return new CommandCounts(calls);
  }

  /** {@return what has been executed since, without the question itself} */
  public Map<String, Long> since(CommandCounts earlier) {
    Map<String, Long> since = new TreeMap<>();
    calls.forEach(
        (name, count) -> {
          long more = count - earlier.calls.getOrDefault(name, 0L);
          if (more > 0 && !name.startsWith("info")) {
            since.put(name, more);
          }
        });
    return since;
  }
}
