package dev.ratelimit.core.metrics;

import dev.ratelimit.Origin;
import dev.ratelimit.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Makes the counters of decisions. Immutable.
 *
 * @param meters makes them
 */
record DecisionCounters(Meters meters) {

  /** Makes the counters of one rule. */
  @FunctionalInterface
  interface OfRule {

    /** {@return the counter of decisions of an outcome and an origin} */
    Counter of(Outcome outcome, Origin origin);
  }

  /**
   * {@return what makes the counters of a rule}
   *
   * @param rule its name
   * @param tags the tags beside it
   * @param value of each
   */
  OfRule tagged(String rule, List<String> tags, UnaryOperator<String> value) {
    Tags common = Tags.of("rule", rule);
    for (String tag : tags) {
      common = common.and(tag, value.apply(tag));
    }
    Tags ofRule = common;
    return (outcome, origin) ->
        meters.decisions(ofRule.and("outcome", lowerCase(outcome), "origin", lowerCase(origin)));
  }

  static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
