package dev.ratelimit.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Makes the meters of one limiter, and removes them. Thread-safe.
 *
 * @param registry where
 * @param limiter the limiter's name
 * @param histogram whether timers keep buckets
 * @param made what is to be removed
 */
record Meters(MeterRegistry registry, String limiter, boolean histogram, Set<Meter> made) {

  private static final Duration LEAST_EXPECTED = Duration.ofNanos(100_000);
  private static final Duration MOST_EXPECTED = Duration.ofSeconds(1);

  Meters(MeterRegistry registry, String limiter, boolean histogram) {
    this(registry, limiter, histogram, ConcurrentHashMap.newKeySet());
  }

  private <M extends Meter> M kept(M meter) {
    made.add(meter);
    return meter;
  }

  /** Removes all that were made. */
  void remove() {
    made.forEach(registry::remove);
    made.clear();
  }

  Counter counter(String name, String description) {
    return kept(builder(name, description).register(registry));
  }

  Counter counterOf(String unit, String name, String description) {
    return kept(builder(name, description).baseUnit(unit).register(registry));
  }

  /** {@return the counter of a rule's decisions} */
  Counter decisions(Tags ofRule) {
    return kept(
        builder("ratelimit.decisions", "What callers were told").tags(ofRule).register(registry));
  }

  /** {@return what makes counters that have more tags} */
  Meter.MeterProvider<Counter> ofLimiter(String name, String description) {
    Meter.MeterProvider<Counter> maker = builder(name, description).withRegistry(registry);
    return tags -> kept(maker.withTags(tags));
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
    return kept(
        Timer.builder(name)
            .description(description)
            .tag("limiter", limiter)
            .tags(tags)
            .publishPercentileHistogram(histogram)
            .minimumExpectedValue(LEAST_EXPECTED)
            .maximumExpectedValue(MOST_EXPECTED)
            .register(registry));
  }

  DistributionSummary summaryOf(String unit, String name, String description) {
    return kept(
        DistributionSummary.builder(name)
            .description(description)
            .baseUnit(unit)
            .tag("limiter", limiter)
            .register(registry));
  }

  /** Registers a gauge. */
  void register(Gauge.Builder<?> gauge) {
    kept(gauge.register(registry));
  }

  /** Makes a gauge, which keeps what it reads until it is removed. */
  <T> Gauge.Builder<T> gauge(String name, T of, ToDoubleFunction<T> value) {
    return Gauge.builder(name, of, value).tag("limiter", limiter).strongReference(true);
  }
}
