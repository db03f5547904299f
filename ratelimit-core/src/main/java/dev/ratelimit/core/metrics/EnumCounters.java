package dev.ratelimit.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * A counter for each of some constants, all there from the beginning. Immutable.
 *
 * @param counters of all constants
 * @param <E> the constants
 */
record EnumCounters<E extends Enum<E>>(Map<E, Counter> counters) {

  /** {@return counters that a tag tells apart} */
  static <E extends Enum<E>> EnumCounters<E> of(
      Class<E> constants, String tag, Meter.MeterProvider<Counter> made) {
    Map<E, Counter> counters = new EnumMap<>(constants);
    for (E constant : constants.getEnumConstants()) {
      counters.put(constant, made.withTags(Tags.of(tag, DecisionCounters.lowerCase(constant))));
    }
    return new EnumCounters<>(counters);
  }

  Counter of(E constant) {
    return Objects.requireNonNull(counters.get(constant));
  }
}
