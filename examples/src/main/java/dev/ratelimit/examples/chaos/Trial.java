package dev.ratelimit.examples.chaos;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a Redis under load, from callers of {@code RedisLimiter} and of {@code TieredLimiter}, has
 * something befall it, and reckons up what was charged.
 */
final class Trial {

  private static final long WARM_UP_MILLIS = 1_500;
  private static final long AFTERWARDS_MILLIS = 6_000;

  /** Fills up by one a day, so that what was charged can be read off at the end. */
  private static final Limit LIMIT = Limit.of(1, Duration.ofDays(1), 30_000);

  private Trial() {}

  /** {@return what came of it: for callers without a fallback, and for those with one} */
  static List<Row> of(Fault fault) {
    try (Scene scene = fault.open()) {
      Heard plainHeard = new Heard();
      Heard tieredHeard = new Heard();
      Callers plain = new Callers(limiter(scene, plainHeard, "plain:"), Keys.all());
      Callers tiered =
          new Callers(
              TieredLimiter.builder(limiter(scene, tieredHeard, "rl:"))
                  .strict()
                  .fallback(Fallback.local(1))
                  .build(),
              Keys.all());
      try (plain;
          tiered) {
        Callers.goOn(WARM_UP_MILLIS);
        plain.start();
        tiered.start();
        scene.strike();
        Callers.goOn(AFTERWARDS_MILLIS);
      }
      List<Row> rows = new ArrayList<>();
      rows.add(row(fault, "RedisLimiter", scene, plain, plainHeard, "plain:"));
      rows.add(row(fault, "TieredLimiter", scene, tiered, tieredHeard, "rl:"));
      return rows;
    }
  }

  private static RedisLimiter limiter(Scene scene, LimiterListener listener, String prefix) {
    RedisLimiterBuilder builder = scene.limiter().limit(LIMIT).prefix(prefix);
    return builder.listener(listener).build();
  }

  private static Row row(
      Fault fault, String who, Scene scene, Callers callers, Heard heard, String prefix) {
    long doubled = 0;
    long lost = 0;
    long unexplained = heard.uncertain();
    try (RedisLimiter reader = limiter(scene, LimiterListener.NONE, prefix)) {
      for (String key : Keys.all()) {
        long charged = LIMIT.mostPermits() - reader.peek(key, 1).remaining();
        long more = charged - callers.charged(key);
        lost += Math.max(0, -more);
        long uncertain = Math.min(unexplained, Math.max(0, more));
        unexplained -= uncertain;
        doubled += Math.max(0, more) - uncertain;
      }
    }
    return new Row(
        fault.toString(),
        who,
        callers.checks(),
        callers.longestGapMillis(),
        callers.longestCheckMillis(),
        callers.unavailable(),
        callers.fallbacks(),
        callers.escaped(),
        heard.uncertain(),
        scene.mostUncertain(),
        doubled,
        lost,
        callers.isHealed(),
        scene.losesWrites());
  }
}
