package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Limiter;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.core.metrics.LimiterMetrics;
import dev.ratelimit.local.LocalLimiter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;

/** Metrics of limiters in one process. */
class MetricsExamplesTest {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  void limiterMetrics() {
    LimiterMetrics metrics = LimiterMetrics.builder(registry, "orders").build();
    Limiter limiter = LocalLimiter.builder(Limit.perSecond(5)).listener(metrics).build();
    limiter.check("user-1");

    assertThat(registry.scrape())
        .contains(
            "ratelimit_decisions_total{limiter=\"orders\",origin=\"local\",outcome=\"allowed\","
                + "rule=\"default\"} 1.0");
  }

  /** Case 39. */
  @Test
  void hundredThousandKeys_makeNoMoreMetersThanOne() {
    LimiterMetrics metrics = LimiterMetrics.builder(registry, "orders").ruleTags("plan").build();
    Rule rule = Rule.of("free", Limit.perDay(1)).withTag("plan", "free");
    PermitLimiter limiter =
        LocalLimiter.builder(key -> rule).listener(metrics).watchDenials(10).build();
    limiter.check("first");
    limiter.check("first");
    int meters = registry.getMeters().size();
    long lines = registry.scrape().lines().count();

    for (int key = 0; key < 100_000; key++) {
      limiter.check("key-" + key);
      limiter.check("key-" + key);
    }

    assertThat(registry.getMeters()).hasSize(meters);
    assertThat(registry.scrape().lines()).hasSize(Math.toIntExact(lines));
    assertThat(registry.get("ratelimit.decisions").tag("outcome", "denied").counter().count())
        .isEqualTo(100_001);
    assertThat(registry.scrape()).doesNotContain("key-");
    assertThat(limiter.topDenied(Integer.MAX_VALUE)).hasSizeLessThanOrEqualTo(40 * 10);
  }

  @Test
  void ruleMadeForEveryKey_makesABoundedNumberOfMeters() {
    LimiterMetrics metrics = LimiterMetrics.builder(registry, "orders").maximumRules(20).build();
    Limiter limiter =
        LocalLimiter.builder(key -> Rule.of("rule of " + key, Limit.perDay(1)))
            .listener(metrics)
            .build();
    int before = registry.getMeters().size();

    for (int key = 0; key < 10_000; key++) {
      limiter.check("key-" + key);
    }

    assertThat(registry.getMeters()).hasSize(before + 20 + 1);
  }
}
