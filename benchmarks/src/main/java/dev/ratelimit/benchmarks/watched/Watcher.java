package dev.ratelimit.benchmarks.watched;

import dev.ratelimit.Rules;
import dev.ratelimit.core.metrics.LimiterMetrics;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.local.LocalLimiterBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** What watches a limiter. */
public enum Watcher {
  /** Nothing. */
  NOBODY,
  /** Meters that Prometheus scrapes. */
  METRICS,
  /** What knows who is denied most. */
  DENIALS;

  private static final int WATCHED_KEYS = 100;

  LocalLimiter limiter(Rules rules) {
    LocalLimiterBuilder builder = LocalLimiter.builder(rules);
    return switch (this) {
      case NOBODY -> builder.build();
      case METRICS ->
          builder
              .listener(
                  LimiterMetrics.builder(
                          new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), "benchmark")
                      .build())
              .build();
      case DENIALS -> builder.watchDenials(WATCHED_KEYS).build();
    };
  }
}
