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
  private static final Pattern BY = Pattern.compile("\\bby\\b");
  private static final Pattern GROUPING = Pattern.compile("\\bby\\s*\\(([^)]*)\\)\\s*\\(");

  /** What Prometheus itself adds. */
  private static final Set<String> ADDED = Set.of("le", "instance", "job");

  /** {@return the names of ours that it asks for} */
  List<String> names() {
    return METRIC.matcher(text).results().map(metric -> metric.group(1)).toList();
  }

  /** Fails unless all that it asks for can be there. */
  void assertAsksFor(Meters meters) {
    assertThat(names()).as(place).isNotEmpty().isSubsetOf(meters.names());
    for (MatchResult metric : METRIC.matcher(text).results().toList()) {
      if (metric.group(2) != null) {
        assertMatches(metric.group(2), meters.tagsOf(metric.group(1)), meters);
      }
    }
    List<MatchResult> groupings = GROUPING.matcher(text).results().toList();
    assertThat(groupings).as("before what is grouped, in %s", this).hasSize(count(BY));
    groupings.forEach(by -> assertGroups(by, meters));
  }

  private int count(Pattern word) {
    return (int) word.matcher(text).results().count();
  }

  /** What follows in parentheses is grouped. */
  private void assertGroups(MatchResult by, Meters meters) {
    Set<String> grouped = new TreeSet<>(List.of(by.group(1).split("\\s*,\\s*")));
    grouped.removeAll(ADDED);
    List<MatchResult> metrics = METRIC.matcher(parenthesized(by.end())).results().toList();

    assertThat(metrics).as("grouped, in %s", this).isNotEmpty();
    assertThat(metrics)
        .as("grouped by, in %s", this)
        .allSatisfy(metric -> assertThat(grouped).isSubsetOf(meters.tagsOf(metric.group(1))));
  }

  private String parenthesized(int from) {
    int depth = 1;
    int end = from;
    while (depth > 0) {
      char next = text.charAt(end++);
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
    }
    return text.substring(from, end);
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
