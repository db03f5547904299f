package dev.ratelimit.examples.conformance;

import dev.ratelimit.testkit.vectors.VectorReport;
import dev.ratelimit.testkit.vectors.VectorReport.Counts;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What came of all files and backends. */
record Verdict(List<VectorReport> reports) {

  boolean isRight() {
    return wrong() == 0 && steps() > 0;
  }

  private int steps() {
    return reports.stream().mapToInt(report -> report.counts().steps()).sum();
  }

  private int wrong() {
    return reports.stream().mapToInt(report -> report.counts().wrong()).sum();
  }

  void print(PrintStream out) {
    row(out, "backend", "file", "scenarios", "steps run", "steps wrong", "left out");
    for (VectorReport report : reports) {
      Counts counts = report.counts();
      row(
          out,
          report.target(),
          report.file(),
          counts.scenarios(),
          counts.steps(),
          counts.wrong(),
          leftOut(counts));
    }
    reports.forEach(report -> printDifferences(report, out));
    out.printf(Locale.ROOT, "%d steps run, %d wrong%n", steps(), wrong());
  }

  private static void row(PrintStream out, Object... cells) {
    out.printf(Locale.ROOT, "%-8s %-28s %9s %10s %12s  %s%n", cells);
  }

  private static String leftOut(Counts counts) {
    return counts.leftOut().isEmpty()
        ? "0"
        : counts.scenariosLeftOut() + " (" + reasons(counts.leftOut()) + ")";
  }

  private static String reasons(Map<String, Integer> leftOut) {
    return leftOut.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(reason -> reason.getKey() + ": " + reason.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void printDifferences(VectorReport report, PrintStream out) {
    if (!report.differences().isEmpty()) {
      out.printf(Locale.ROOT, "%n%s %s, the first differences:%n", report.target(), report.file());
      report.differences().forEach(difference -> out.println("  " + difference));
    }
  }
}
