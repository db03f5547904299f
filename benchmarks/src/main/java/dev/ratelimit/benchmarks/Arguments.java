package dev.ratelimit.benchmarks;

import dev.ratelimit.benchmarks.compare.Effort;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What a benchmark program was asked to do.
 *
 * @param effort how long to measure
 * @param json where to write the report for programs
 * @param docs where to write the page of all rows
 * @param only a part, or a part of the names of the rows to run; all of them if it is empty
 */
record Arguments(Effort effort, Optional<Path> json, Optional<Path> docs, String only) {

  static final String USAGE =
      """
      usage: scripts/bench [--quick] [--only TEXT] [--json FILE] [--docs DIR]

      Measures the library and its peers side by side, in rounds (A B A B): what needs no Redis in a
      new JVM each time, the rest in one, over a Redis that it starts. Prints for each row the ratio
      (the median of the rounds), its spread, what it should reach, what is aimed at and whether it
      reaches it; then what ours and the peer took. CPU is that of the whole process. Takes about
      half an hour, and a machine that does nothing else.

        --quick       two short rounds instead of three, without rows for information, most of growth
                      among them, unless TEXT is in their names: less than five minutes
        --smoke       one round, too short for the figures to mean anything
        --only TEXT   only the part in-process, metrics, redis, tiered, fleet or growth, or only rows
                      whose name contains TEXT
        --json FILE   write the report of this run as JSON, too
        --docs DIR    write these rows into DIR/benchmarks.md, .json and .svg, DIR/benchmarks/ and
                      DIR/capacity.md, and leave the others there; without --quick and --smoke that
                      is done in docs
        --help        this text
      """;

  /**
   * Reads the command line.
   *
   * @param docs where a full run writes if it is not told where
   * @param words the options
   */
  static Arguments of(Path docs, List<String> words) {
    Arguments arguments = new Arguments(Effort.FULL, Optional.empty(), Optional.empty(), "");
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      arguments = arguments.with(rest.next(), rest);
    }
    return arguments.effort == Effort.FULL && arguments.docs.isEmpty()
        ? arguments.withDocs(docs)
        : arguments;
  }

  private Arguments with(String option, Iterator<String> rest) {
    return switch (option) {
      case "--quick" -> new Arguments(Effort.QUICK, json, docs, only);
      case "--smoke" -> new Arguments(Effort.SMOKE, json, docs, only);
      case "--json" -> new Arguments(effort, Optional.of(Path.of(value(option, rest))), docs, only);
      case "--docs" -> withDocs(Path.of(value(option, rest)));
      case "--only" -> new Arguments(effort, json, docs, value(option, rest));
      default -> throw new IllegalArgumentException("no such option: " + option);
    };
  }

  private Arguments withDocs(Path directory) {
    return new Arguments(effort, json, Optional.of(directory), only);
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }
}
