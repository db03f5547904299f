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
 * @param only a part of the names of the rows to run; all of them if it is empty
 */
record Arguments(Effort effort, Optional<Path> json, String only) {

  static final String USAGE =
      """
      usage: scripts/bench [--quick] [--only TEXT] [--json FILE]

      Measures the library and its peers side by side, in rounds (A B A B), each time in a new JVM.
      Prints for each row the ratio (the median of the rounds), its spread, what it should reach and
      whether it does; then what ours and the peer took. CPU is that of the whole process. Takes
      about ten minutes, and a machine that does nothing else.

        --quick       two short rounds instead of five: about four minutes
        --smoke       one round, too short for the figures to mean anything: two minutes
        --only TEXT   only rows whose name contains TEXT
        --json FILE   write the report as JSON too
        --help        this text
      """;

  /** Reads the command line. */
  static Arguments of(List<String> words) {
    Arguments arguments = new Arguments(Effort.FULL, Optional.empty(), "");
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      arguments = arguments.with(rest.next(), rest);
    }
    return arguments;
  }

  private Arguments with(String option, Iterator<String> rest) {
    return switch (option) {
      case "--quick" -> new Arguments(Effort.QUICK, json, only);
      case "--smoke" -> new Arguments(Effort.SMOKE, json, only);
      case "--json" -> new Arguments(effort, Optional.of(Path.of(value(option, rest))), only);
      case "--only" -> new Arguments(effort, json, value(option, rest));
      default -> throw new IllegalArgumentException("no such option: " + option);
    };
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }
}
