package dev.ratelimit.core.metrics;

import dev.ratelimit.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the counters of a rule, of which there is a bounded number.
 *
 * <p>Thread-safe. To find those of a rule that was met lately takes no lock and no look at its
 * values.
 */
final class RuleMeters {

  /*
   * `recent` is a table by identity: one place for each hash, which the last rule that hashed to it
   * has. Rules are mostly the same few instances, so that is where they are found; others are found
   * by their values. A place is written by a race that anyone may win: what stands in it is
   * immutable and true by itself.
   */
  private static final int PLACES = 256;

  /** A rule lately met, and its counters. */
  private record Met(Rule rule, OutcomeCounters counters) {}

  private final DecisionCounters decisions;
  private final List<String> tags;
  private final int maximum;
  private final OutcomeCounters other;
  private final ConcurrentHashMap<List<String>, OutcomeCounters> known = new ConcurrentHashMap<>();
  private final @Nullable Met[] recent = new Met[PLACES];

  RuleMeters(DecisionCounters decisions, List<String> tags, int maximum) {
    this.decisions = decisions;
    this.tags = tags;
    this.maximum = maximum;
    this.other =
        new OutcomeCounters(
            decisions.tagged(LimiterMetrics.OTHER, tags, ignored -> LimiterMetrics.OTHER));
  }

  @SuppressWarnings("ReferenceEquality") // the usual case, and quicker
  OutcomeCounters of(Rule rule) {
    int place = System.identityHashCode(rule) & (PLACES - 1);
    @Nullable Met met = recent[place];
    if (met != null && met.rule == rule) {
      return met.counters;
    }
    OutcomeCounters found = find(rule);
    recent[place] = new Met(rule, found);
    return found;
  }

  private OutcomeCounters find(Rule rule) {
    List<String> values = new ArrayList<>();
    values.add(rule.name());
    tags.forEach(tag -> values.add(value(rule, tag)));
    @Nullable OutcomeCounters counters = known.get(values);
    return counters == null ? add(rule, values) : counters;
  }

  private synchronized OutcomeCounters add(Rule rule, List<String> values) {
    if (known.size() >= maximum && !known.containsKey(values)) {
      return other;
    }
    return known.computeIfAbsent(
        values,
        absent ->
            new OutcomeCounters(decisions.tagged(rule.name(), tags, tag -> value(rule, tag))));
  }

  private static String value(Rule rule, String tag) {
    return rule.tags().getOrDefault(tag, LimiterMetrics.NONE);
  }
}
