package dev.ratelimit.benchmarks.compare;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measures the contestants of all rows round by round: A B A B, so that whatever drifts drifts for
 * both. A contestant of several rows is measured once a round.
 *
 * <p>Not thread-safe.
 */
public final class Rounds {

  private final List<Row> rows;
  private final Effort effort;
  private final PrintStream progress;

  /**
   * Prepares the rounds.
   *
   * @param rows what to compare
   * @param effort how many rounds, and how long ones
   * @param progress told of each measurement
   */
  public Rounds(List<Row> rows, Effort effort, PrintStream progress) {
    this.rows = List.copyOf(rows);
    this.effort = effort;
    this.progress = progress;
  }

  /**
   * Runs them.
   *
   * @return what came out, row by row
   */
  public List<RowResult> run() {
    Map<Contestant, List<Measurement>> measured = new LinkedHashMap<>();
    for (Row row : rows) {
      measured.put(row.pair().ours(), new ArrayList<>());
      measured.put(row.pair().peer(), new ArrayList<>());
    }
    measured.keySet().forEach(contestant -> contestant.warmUp(effort));
    for (int round = 1; round <= effort.rounds(); round++) {
      for (Map.Entry<Contestant, List<Measurement>> entry : measured.entrySet()) {
        entry.getValue().add(measure(entry.getKey(), round));
      }
    }
    return rows.stream().map(row -> result(row, measured)).toList();
  }

  private Measurement measure(Contestant contestant, int round) {
    Measurement measurement = contestant.measure(effort);
    progress.printf(
        "round %d/%d: %s: %s%n", round, effort.rounds(), contestant.label(), measurement);
    return measurement;
  }

  private static RowResult result(Row row, Map<Contestant, List<Measurement>> measured) {
    return new RowResult(
        row,
        values(row.pair().ours(), row.metric(), measured),
        values(row.pair().peer(), row.metric(), measured));
  }

  private static List<Double> values(
      Contestant contestant, Metric metric, Map<Contestant, List<Measurement>> measured) {
    return Objects.requireNonNull(measured.get(contestant)).stream()
        .map(measurement -> measurement.of(metric))
        .toList();
  }
}
