package dev.ratelimit.benchmarks.capacity;

import dev.ratelimit.benchmarks.compare.report.Report;
import java.util.stream.Stream;

/**
 * A way in which checks reach a server.
 *
 * @param name what the page calls it
 * @param cpu the row of its server CPU
 * @param bytes of its rows of bytes, what comes before {@link RowNames#RECEIVED}
 */
record Way(String name, String cpu, String bytes) {

  static Way fleet(String name, String rows) {
    return new Way(name, rows + RowNames.CPU, rows);
  }

  Stream<String> rows() {
    return Stream.of(cpu, bytes + RowNames.RECEIVED, bytes + RowNames.SENT);
  }

  Price price(Report report, double referenceNanos) {
    double references = Page.rounded(report.ratio(cpu));
    return new Price(
        name,
        references,
        references * referenceNanos,
        Page.rounded(report.ratio(bytes + RowNames.RECEIVED)),
        Page.rounded(report.ratio(bytes + RowNames.SENT)));
  }
}
