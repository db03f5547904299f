package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.core.metrics.LimiterMetrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of metrics against what a registry of Prometheus holds, both ways. */
class MetricsDocumentTest {

  private static final String DOCUMENT = Documents.text(Documents.ROOT.resolve("docs/metrics.md"));
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Rule RULE = Rule.of("free", Limit.perSecond(1));

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @BeforeEach
  void makeEveryMeter() {
    LimiterMetrics metrics = LimiterMetrics.builder(registry, "orders").build();
    metrics.watchInstances(() -> 1);
    metrics.watchLeases(() -> 1);
    for (Outcome outcome : Outcome.values()) {
      for (Origin origin : Origin.values()) {
        metrics.onDecision("key", RULE, decision(outcome).toBuilder().origin(origin).build());
      }
    }
  }

  private static Decision decision(Outcome outcome) {
    return switch (outcome) {
      case ALLOWED -> Decision.allowed(1, 0);
      case DENIED -> Decision.denied(1, 0, Duration.ofMillis(1));
      case NEVER -> Decision.never(1, 0);
    };
  }

  /** {@return the cells of all rows of the table under a heading, without the first two lines} */
  private static List<List<String>> rows(String heading) {
    return DOCUMENT
        .lines()
        .dropWhile(line -> !line.startsWith("| " + heading + " |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> Stream.of(line.split("\\|")).skip(1).map(String::strip).toList())
        .toList();
  }

  private static List<String> quoted(String cell) {
    return QUOTED.matcher(cell).results().map(match -> match.group(1)).toList();
  }

  private Stream<Meter.Id> ids() {
    return registry.getMeters().stream().map(Meter::getId);
  }

  @Test
  void meters_areThoseOfTheTable() {
    Map<String, String> documented = new TreeMap<>();
    rows("meter").forEach(row -> documented.put(quoted(row.get(0)).get(0), kind(row.get(1))));

    Map<String, String> present = new TreeMap<>();
    ids().forEach(id -> present.put(id.getName(), kind(id)));

    assertThat(present).isEqualTo(documented);
  }

  /** {@return a kind and its unit, as the table says them: "counter of permits"} */
  private static String kind(String cell) {
    return cell.replace(" of ", " ");
  }

  private static String kind(Meter.Id id) {
    String kind =
        switch (id.getType()) {
          case DISTRIBUTION_SUMMARY -> "summary";
          default -> id.getType().name().toLowerCase(Locale.ROOT);
        };
    return id.getBaseUnit() == null || kind.equals("timer") ? kind : kind + " " + id.getBaseUnit();
  }

  @Test
  void tags_areThoseOfTheTable() {
    Map<String, Set<String>> documented = new TreeMap<>();
    rows("meter")
        .forEach(
            row -> {
              Set<String> tags = new TreeSet<>(quoted(row.get(2)));
              tags.add("limiter");
              documented.put(quoted(row.get(0)).get(0), tags);
            });

    Map<String, Set<String>> present = new TreeMap<>();
    ids()
        .forEach(
            id ->
                id.getTags()
                    .forEach(
                        tag ->
                            present
                                .computeIfAbsent(id.getName(), name -> new TreeSet<>())
                                .add(tag.getKey())));

    assertThat(present).isEqualTo(documented);
  }

  @Test
  void namesInPrometheus_areThoseOfTheTable() {
    Set<String> documented =
        rows("meter").stream()
            .flatMap(row -> expanded(quoted(row.get(4))))
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> scraped =
        registry
            .scrape()
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split("[{ ]", 2)[0])
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(scraped).isEqualTo(documented);
  }

  /** A name and what stands in the place of its last part. */
  private static Stream<String> expanded(List<String> names) {
    String first = names.get(0);
    String stem = first.substring(0, first.lastIndexOf('_'));
    return Stream.concat(Stream.of(first), names.stream().skip(1).map(ending -> stem + ending));
  }

  @Test
  void valuesOfTags_areThoseOfTheTable() {
    Map<String, Set<String>> documented = new TreeMap<>();
    rows("tag").stream()
        .filter(row -> !List.of("`limiter`", "`rule`").contains(row.get(0)))
        .forEach(
            row -> documented.put(quoted(row.get(0)).get(0), new TreeSet<>(quoted(row.get(1)))));

    Map<String, Set<String>> present = new TreeMap<>();
    ids()
        .flatMap(id -> id.getTags().stream())
        .filter(tag -> documented.containsKey(tag.getKey()))
        .forEach(
            tag ->
                present.computeIfAbsent(tag.getKey(), key -> new TreeSet<>()).add(tag.getValue()));

    assertThat(present).isEqualTo(documented);
  }

  @Test
  void everyTag_isExplained() {
    Set<String> present =
        ids()
            .flatMap(id -> id.getTags().stream())
            .map(Tag::getKey)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(rows("tag")).map(row -> quoted(row.get(0)).get(0)).hasSameElementsAs(present);
  }
}
