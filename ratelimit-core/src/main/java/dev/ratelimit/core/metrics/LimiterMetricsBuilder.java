package dev.ratelimit.core.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Makes {@link LimiterMetrics}. Not thread-safe. */
@SuppressWarnings("exports") // who has a registry has Micrometer
public final class LimiterMetricsBuilder {

  /** How many rules have meters of their own, unless told otherwise: 100. */
  public static final int DEFAULT_MAXIMUM_RULES = 100;

  private static final Set<String> RESERVED = Set.of("limiter", "rule", "outcome", "origin");

  private final MeterRegistry registry;
  private final String limiter;
  private final List<String> ruleTags = new ArrayList<>();
  private int maximumRules = DEFAULT_MAXIMUM_RULES;
  private boolean histogram;

  LimiterMetricsBuilder(MeterRegistry registry, String limiter) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.limiter = requireNotBlank("limiter", limiter);
  }

  /**
   * Has some tags of rules be tags of decisions. A rule that lacks one has {@code none} there.
   *
   * @param tags by default none; other than {@code limiter}, {@code rule}, {@code outcome} and
   *     {@code origin}
   * @return this
   * @throws IllegalArgumentException if one is blank, is one of those, or is there already
   */
  public LimiterMetricsBuilder ruleTags(String... tags) {
    for (String tag : tags) {
      requireNotBlank("tag", tag);
      if (RESERVED.contains(tag) || ruleTags.contains(tag)) {
        throw new IllegalArgumentException("tag must not be there already, was " + tag);
      }
      ruleTags.add(tag);
    }
    return this;
  }

  /**
   * Sets how many rules have meters of their own: as many different names, or combinations of names
   * and tags. Others are counted together, under the name {@value LimiterMetrics#OTHER}.
   *
   * @param maximumRules at least 0; by default {@value #DEFAULT_MAXIMUM_RULES}
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public LimiterMetricsBuilder maximumRules(int maximumRules) {
    if (maximumRules < 0) {
      throw new IllegalArgumentException("maximumRules must be at least 0, was " + maximumRules);
    }
    this.maximumRules = maximumRules;
    return this;
  }

  /**
   * Has both timers keep buckets, of which quantiles can be made over all instances. All limiters
   * of one registry should agree in that: Prometheus takes a name for one kind of meter only.
   *
   * @return this
   */
  public LimiterMetricsBuilder percentileHistogram() {
    this.histogram = true;
    return this;
  }

  /** {@return the listener} */
  public LimiterMetrics build() {
    Meters meters = new Meters(registry, limiter, histogram);
    return new LimiterMetrics(
        meters, new RuleMeters(new DecisionCounters(meters), List.copyOf(ruleTags), maximumRules));
  }

  private static String requireNotBlank(String name, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank, was \"" + value + "\"");
    }
    return value;
  }
}
