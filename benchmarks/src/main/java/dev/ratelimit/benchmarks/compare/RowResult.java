package dev.ratelimit.benchmarks.compare;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What came out for a row. The figure of a round is made of the two measurements of that round, so
 * what slows both does not show.
 *
 * @param row the row
 * @param ours measured, one for each round
 * @param peers measured, one for each round
 */
public record RowResult(Row row, List<Double> ours, List<Double> peers) {

  /** Copies the measurements. */
  public RowResult {
    ours = List.copyOf(ours);
    peers = List.copyOf(peers);
    if (ours.isEmpty() || ours.size() != peers.size()) {
      throw new IllegalArgumentException(
          "rounds: " + ours.size() + " of ours, " + peers.size() + " of the peer");
    }
  }

  /** {@return the figure of the row: the median of the rounds} */
  public double median() {
    return median(figures());
  }

  /** {@return the least figure of a round} */
  public double least() {
    return figures().min().orElseThrow();
  }

  /** {@return the largest figure of a round} */
  public double most() {
    return figures().max().orElseThrow();
  }

  /** {@return whether the figure is what it should be; empty if there is nothing to reach} */
  public Optional<Boolean> met() {
    return row.reach().met(median());
  }

  /** {@return what ours took, in the unit of the metric} */
  public double medianOfOurs() {
    return median(ours.stream().mapToDouble(Double::doubleValue));
  }

  /** {@return what the peer took, in the unit of the metric} */
  public double medianOfPeer() {
    return median(peers.stream().mapToDouble(Double::doubleValue));
  }

  private DoubleStream figures() {
    return IntStream.range(0, ours.size())
        .mapToDouble(i -> row.reach().figure().of(ours.get(i), peers.get(i)));
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
