package dev.ratelimit.benchmarks;

import dev.ratelimit.TimeSource;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.testkit.redis.RedisServer;
import java.io.File;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** When, where and with what is measured. */
final class Setting {

  private static final List<String> LIBRARIES =
      List.of(
          "lettuce-core",
          "bucket4j_jdk17-core",
          "redisson",
          "resilience4j-ratelimiter",
          "guava",
          "caffeine");

  private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  private Setting() {}

  /** Starts a Redis, to ask its version. {@return it in one sentence} */
  static String of(Effort effort) {
    return String.format(
        "on %s, %s, rounds: %d; %d processors, %s, %s %s, Redis %s; %s",
        today(),
        effort,
        effort.rounds(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        redis(),
        libraries(System.getProperty("java.class.path")));
  }

  /** {@return the peers on a class path, with their versions} */
  static String libraries(String classPath) {
    return Stream.of(classPath.split(Pattern.quote(File.pathSeparator)))
        .map(entry -> JAR.matcher(Path.of(entry).getFileName().toString()))
        .filter(Matcher::matches)
        .filter(jar -> LIBRARIES.contains(jar.group(1)))
        .map(jar -> jar.group(1) + " " + jar.group(2))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static LocalDate today() {
    return Instant.EPOCH
        .plus(TimeSource.system().micros(), ChronoUnit.MICROS)
        .atZone(ZoneOffset.UTC)
        .toLocalDate();
  }

  private static String redis() {
    try (RedisServer redis = RedisServer.start()) {
      return redis.version();
    }
  }
}
