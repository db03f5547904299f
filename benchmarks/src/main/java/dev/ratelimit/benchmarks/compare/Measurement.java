package dev.ratelimit.benchmarks.compare;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one measurement of a contestant gave.
 *
 * @param values per operation or per key, each in the unit of its metric
 */
public record Measurement(Map<Metric, Double> values) {

  /** Copies the values. */
  public Measurement {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
  }

  double of(Metric metric) {
    Double value = values.get(metric);
    if (value == null) {
      throw new IllegalArgumentException(metric + " was not measured, only " + this);
    }
    return value;
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getKey().format(e.getValue()))
        .collect(Collectors.joining(", "));
  }
}
