package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The alerts ask for metrics that there are, and lead to a part of the runbook. */
class AlertsTest {

  private static final Path OPERATIONS = Documents.ROOT.resolve("docs/operations.md");
  private static final Path ALERTS = Documents.ROOT.resolve("docs/operations/alerts.yaml");
  private static final Pattern LABEL = Pattern.compile("\\$labels\\.(\\w+)");
  private static final Pattern ALERT = Pattern.compile("(?m)^\\| `(RateLimiter\\w+)` \\|");
  private static final Pattern DURATION = Pattern.compile("\\d+[smhd]");

  /**
   * One rule.
   *
   * @param alert its name
   * @param expr when it fires
   * @param forTime for how long that must be so; a second if at once
   * @param severity who is told
   * @param annotations what they are told
   */
  record Alert(
      String alert, String expr, String forTime, String severity, Map<String, String> annotations) {

    PromQuery query() {
      return new PromQuery(alert, expr);
    }

    @Override
    public String toString() {
      return alert;
    }
  }

  @SuppressWarnings("unchecked") // as YAML is read
  static Stream<Alert> alerts() {
    Map<String, List<Map<String, Object>>> file =
        DocumentedYamlTest.reader().load(Documents.text(ALERTS));
    return file.get("groups").stream()
        .flatMap(group -> ((List<Map<String, Object>>) group.get("rules")).stream())
        .map(
            rule ->
                new Alert(
                    (String) rule.get("alert"),
                    (String) rule.get("expr"),
                    (String) rule.getOrDefault("for", "1s"),
                    ((Map<String, String>) rule.get("labels")).get("severity"),
                    (Map<String, String>) rule.get("annotations")));
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void alert_asksForMetricsThatThereAre(Alert alert) {
    alert.query().assertAsksFor(Meters.documented());
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void alert_saysWhatIsWrongAndHowUrgentItIs(Alert alert) {
    assertThat(alert.severity()).isIn("page", "ticket");
    assertThat(alert.forTime()).matches(DURATION);
    assertThat(alert.annotations()).containsKeys("summary", "description");
    assertThat(
            LABEL
                .matcher(alert.annotations().toString())
                .results()
                .map(label -> label.group(1))
                .toList())
        .allMatch(label -> alert.expr().contains(label));
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void alert_leadsToTheRunbook(Alert alert) {
    String page = Documents.name(OPERATIONS) + "#";

    assertThat(alert.annotations().get("runbook_url")).startsWith(page);
    assertThat(DocumentLinksTest.anchors(Documents.text(OPERATIONS)))
        .contains(alert.annotations().get("runbook_url").substring(page.length()));
  }

  @Test
  void everyAlert_isExplained() {
    Stream<String> explained =
        ALERT
            .matcher(Documents.text(OPERATIONS))
            .results()
            .map((MatchResult alert) -> alert.group(1));

    assertThat(explained).containsExactlyElementsOf(alerts().map(Alert::alert).toList());
  }
}
