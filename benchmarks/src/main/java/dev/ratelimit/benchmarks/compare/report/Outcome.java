package dev.ratelimit.benchmarks.compare.report;

import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.compare.Reach;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.compare.RowResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is reported of a row, rounded. Immutable.
 *
 * @param row its name
 * @param metric what was measured
 * @param figure what the ratio is
 * @param ratio the median of the rounds
 * @param spread the least and the most of the rounds
 * @param reach what it should be, in words
 * @param aim what is near to what can be reached at all, in words
 * @param bound the reach as a number; null where there is nothing to reach
 * @param met whether it is that; null where there is nothing to reach
 * @param ours what ours took: the median of the rounds
 * @param peer what the peer took
 * @param run when, where and how it was measured
 */
record Outcome(
    String row,
    Metric metric,
    Reach.Figure figure,
    double ratio,
    List<Double> spread,
    String reach,
    String aim,
    @Nullable Double bound,
    @Nullable Boolean met,
    double ours,
    double peer,
    String run) {

  private static final MathContext SIX_DIGITS = new MathContext(6);

  static Outcome of(RowResult result, String run) {
    Row row = result.row();
    return new Outcome(
        row.name(),
        row.metric(),
        row.reach().figure(),
        rounded(result.median()),
        List.of(rounded(result.least()), rounded(result.most())),
        row.reach().boundInWords(),
        row.reach().aimInWords(),
        row.reach().bound().orElse(null),
        result.met().orElse(null),
        rounded(result.medianOfOurs()),
        rounded(result.medianOfPeer()),
        run);
  }

  /** {@return how many times better than it should be; below 1 it is not met} */
  double margin(double reach) {
    return figure.isMet(0, 1) ? reach / ratio : ratio / reach;
  }

  /** {@return its line of a table in Markdown} */
  String line() {
    return String.join(
        " | ",
        "| " + row,
        figure.format(ratio),
        figure.format(spread.get(0)) + ".." + figure.format(spread.get(1)),
        reach,
        aim,
        met == null ? "-" : met ? "yes" : "NO",
        metric.format(ours),
        metric.format(peer) + " |\n");
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(SIX_DIGITS).doubleValue();
  }
}
