package dev.ratelimit.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Makes the meters of one limiter. Immutable.
 *
 * @param registry where
 * @param limiter the limiter's name
 * @param histogram whether timers keep buckets
 */
record Meters(MeterRegistry registry, String limiter, boolean histogram) {

  private static final Duration LEAST_EXPECTED = Duration.ofNanos(100_000);
  private static final Duration MOST_EXPECTED = Duration.ofSeconds(1);

  Counter counter(String name, String description) {
    return builder(name, description).register(registry);
  }

  Counter counterOf(String unit, String name, String description) {
    return builder(name, description).baseUnit(unit).register(registry);
  }

  /** {@return what makes counters that have more tags} */
  Meter.MeterProvider<Counter> ofLimiter(String name, String description) {
    return builder(name, description).withRegistry(registry);
  }

  private Counter.Builder builder(String name, String description) {
    return Counter.builder(name).description(description).tag("limiter", limiter);
  }

  /**
   * Makes a timer.
   *
   * @param tags names and values by turns
   */
  Timer timer(String name, String description, String... tags) {
    return Timer.builder(name)
        .description(description)
        .tag("limiter", limiter)
        .tags(tags)
        .publishPercentileHistogram(histogram)
        .minimumExpectedValue(LEAST_EXPECTED)
        .maximumExpectedValue(MOST_EXPECTED)
        .register(registry);
  }

  DistributionSummary summaryOf(String unit, String name, String description) {
    return DistributionSummary.builder(name)
        .description(description)
        .baseUnit(unit)
        .tag("limiter", limiter)
        .register(registry);
  }

  /** Makes a gauge, which keeps what it reads. */
  <T> Gauge.Builder<T> gauge(String name, T of, ToDoubleFunction<T> value) {
    return Gauge.builder(name, of, value).tag("limiter", limiter).strongReference(true);
  }
}
