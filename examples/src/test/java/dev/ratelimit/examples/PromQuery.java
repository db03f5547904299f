package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query of Prometheus.
 *
 * @param place where it stands
 * @param text as it stands there
 */
record PromQuery(String place, String text) {

  private static final Pattern METRIC = Pattern.compile("\\b(ratelimit_\\w+)(?:\\{([^}]*)\\})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Pattern GROUPING = Pattern.compile("\\bby\\s*\\(([^)]*)\\)");

  /** What Prometheus itself adds. */
  private static final Set<String> ADDED = Set.of("le", "instance", "job");

  /** {@return the names of ours that it asks for} */
  List<String> names() {
    return METRIC.matcher(text).results().map(metric -> metric.group(1)).toList();
  }

  /** Fails unless all that it asks for can be there. */
  void assertAsksFor(Meters meters) {
    assertThat(names()).as(place).isNotEmpty().isSubsetOf(meters.names());
    Set<String> grouped = new TreeSet<>();
    GROUPING
        .matcher(text)
        .results()
        .forEach(by -> grouped.addAll(List.of(by.group(1).split("\\s*,\\s*"))));
    grouped.removeAll(ADDED);
    for (MatchResult metric : METRIC.matcher(text).results().toList()) {
      Set<String> tags = meters.tagsOf(metric.group(1));
      assertThat(grouped).as("grouped by, in %s", this).isSubsetOf(tags);
      if (metric.group(2) != null) {
        assertMatches(metric.group(2), tags, meters);
      }
    }
  }

  private void assertMatches(String matchers, Set<String> tags, Meters meters) {
    Matcher one = MATCHER.matcher(matchers);
    while (one.find()) {
      assertThat(tags).as("tags, in %s", this).contains(one.group(1));
      Set<String> values = meters.valuesOf(one.group(1));
      if (!values.isEmpty() && !one.group(3).startsWith("$")) {
        assertThat(values).as("values, in %s", this).contains(one.group(3).split("\\|"));
      }
    }
  }

  @Override
  public String toString() {
    return place + ": " + text;
  }
}
