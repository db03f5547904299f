package dev.ratelimit.benchmarks.compare.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.ratelimit.benchmarks.compare.RowResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of rows. A ratio is the median of the rounds; a spread goes from the least to the
 * most. Immutable.
 */
public final class Report {

  private static final String HEAD =
      """
      | row | ratio | spread | reach | aim | met | ours | peer |
      |---|---|---|---|---|---|---|---|
      """;

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  private final List<Outcome> outcomes;

  private Report(List<Outcome> outcomes) {
    this.outcomes = List.copyOf(outcomes);
  }

  /**
   * {@return a report of rows}
   *
   * @param run when, where and how they were measured
   */
  public static Report of(List<RowResult> results, String run) {
    return new Report(results.stream().map(result -> Outcome.of(result, run)).toList());
  }

  /** {@return what {@link #json()} wrote} */
  public static Report read(String json) {
    return new Report(List.of(GSON.fromJson(json, Outcome[].class)));
  }

  /** {@return a table in Markdown} */
  public String table() {
    return outcomes.stream().map(Outcome::line).collect(Collectors.joining("", HEAD, ""));
  }

  /** {@return the same for programs; {@code met} is null where there is nothing to reach} */
  public String json() {
    return GSON.toJson(outcomes);
  }

  /**
   * {@return this and what an earlier report has of other rows}
   *
   * @param names of all rows there are, in their order; of others nothing is kept
   */
  Report over(Report earlier, List<String> names) {
    Map<String, Outcome> known = new LinkedHashMap<>();
    Stream.of(earlier, this)
        .flatMap(report -> report.outcomes.stream())
        .forEach(outcome -> known.put(outcome.row(), outcome));
    return new Report(names.stream().map(known::get).filter(Objects::nonNull).toList());
  }

  /** {@return whether it has a row} */
  public boolean has(String row) {
    return outcomes.stream().anyMatch(outcome -> outcome.row().equals(row));
  }

  /** {@return the ratio of a row that it has} */
  public double ratio(String row) {
    return outcome(row).ratio();
  }

  /** {@return what the peer took in a row that it has, in the unit of the metric} */
  public double peer(String row) {
    return outcome(row).peer();
  }

  /** {@return when, where and how a row that it has was measured} */
  public String run(String row) {
    return outcome(row).run();
  }

  private Outcome outcome(String row) {
    return outcomes.stream()
        .filter(outcome -> outcome.row().equals(row))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException("no row " + row));
  }

  List<Outcome> outcomes() {
    return outcomes;
  }

  /** {@return the runs that it is of, each once} */
  List<String> runs() {
    return outcomes.stream().map(Outcome::run).distinct().toList();
  }

  /** {@return the part of it whose outcomes a test holds for} */
  Report only(Predicate<Outcome> test) {
    return new Report(outcomes.stream().filter(test).toList());
  }
}
