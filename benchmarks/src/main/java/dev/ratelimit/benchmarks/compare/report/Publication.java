package dev.ratelimit.benchmarks.compare.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The page of all rows, its pictures, and the same for programs. Rows can be measured one by one:
 * each keeps what its last run gave.
 */
public final class Publication {

  private static final String HEAD =
      """
      # Benchmarks

      Written by `scripts/bench`; `scripts/bench --only TEXT` measures some rows and leaves the others. The same for
      programs: [benchmarks.json](benchmarks.json).

      Each row compares two contestants of one run, measured by turns (A B A B). A ratio is made of the two measurements
      of one round; given is the median of the rounds, and the spread from the least to the most. Ratios are what counts:
      what ours and the peer took is of this machine. *Reach* is what was set out to be reached; *aim* is near to what can be
      reached at all.

      REF is a bare `EVALSHA` of `return 1` with one key and three arguments. Server CPU is `used_cpu_sys` + `used_cpu_user` of
      `INFO`, in calls sent 64 in a packet: the calls that our limiter sent, recorded and sent again. Plain `EVALSHA` is a
      token bucket in one short script, one call a check. Redis and its callers share the machine.

      ![By how much each row is better than it should be](benchmarks.svg)

      """;

  private static final String GROWTH =
      """
      How costs grow, both scales logarithmic; the figures are among the rows below, under "growth".

      """;

  private final Path directory;
  private final List<Growth> growths;

  /**
   * Names the place.
   *
   * @param directory where {@code benchmarks.md}, {@code .json} and {@code .svg} are
   * @param growths what has pictures of their own, in {@code benchmarks}
   */
  public Publication(Path directory, List<Growth> growths) {
    this.directory = directory;
    this.growths = List.copyOf(growths);
  }

  /**
   * Writes all files anew.
   *
   * @param report of rows that were measured now
   * @param names of all rows there are, in their order
   * @return all that is published now
   */
  public Report add(Report report, List<String> names) throws IOException {
    Files.createDirectories(directory.resolve("benchmarks"));
    Path json = directory.resolve("benchmarks.json");
    Report all =
        Files.exists(json) ? report.over(Report.read(Files.readString(json)), names) : report;
    Files.writeString(json, all.json() + "\n");
    Files.writeString(directory.resolve("benchmarks.svg"), Bars.of(all));
    Files.writeString(directory.resolve("benchmarks.md"), HEAD + pictures(all) + tables(all));
    return all;
  }

  /** Draws what grows. {@return what shows it on the page} */
  private String pictures(Report all) throws IOException {
    StringBuilder shown = new StringBuilder();
    for (Growth growth : growths) {
      Optional<String> picture = Lines.of(growth, all);
      if (picture.isPresent()) {
        Files.writeString(directory.resolve(growth.path()), picture.get());
        shown.append("![" + growth.title() + "](" + growth.path() + ")\n\n");
      }
    }
    return shown.isEmpty() ? "" : GROWTH + shown;
  }

  private static String tables(Report all) {
    return all.runs().stream()
        .map(run -> "Measured " + run + ":\n\n" + all.only(row -> row.run().equals(run)).table())
        .collect(Collectors.joining("\n"));
  }
}
