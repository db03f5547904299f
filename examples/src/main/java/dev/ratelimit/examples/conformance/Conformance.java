package dev.ratelimit.examples.conformance;

import dev.ratelimit.testkit.vectors.VectorFile;
import dev.ratelimit.testkit.vectors.VectorReport;
import dev.ratelimit.testkit.vectors.VectorRunner;
import dev.ratelimit.testkit.vectors.VectorTarget;
import dev.ratelimit.testkit.vectors.Vectors;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs files of vectors against every store and prints what was wrong. */
public final class Conformance {

  static final int RIGHT = 0;
  static final int WRONG = 1;
  static final int USAGE_ERROR = 2;

  static final String USAGE =
      """
      usage: scripts/conformance [DIR]

      Runs every *.jsonl of DIR, without its subdirectories, against the core, the local store and
      the script on a real Redis (redis-server of the PATH, else the bundled one): by default the
      files that come with the test kit. Prints for each the scenarios and the steps
      that were run, how many steps were answered wrongly, and the scenarios left out, with the
      reason. A change of the limit is no step: nothing answers it.

      Exit status 1 if a step was wrong or none was run, 2 if DIR or a file cannot be read.

        --help   this text
      """;

  private Conformance() {}

  /**
   * Runs the files.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    if (args.contains("--help")) {
      out.print(USAGE);
      return RIGHT;
    }
    if (args.size() > 1 || args.stream().anyMatch(arg -> arg.startsWith("-"))) {
      err.print(USAGE);
      return USAGE_ERROR;
    }
    try {
      Verdict verdict = new Verdict(reports(files(args)));
      verdict.print(out);
      return verdict.isRight() ? RIGHT : WRONG;
    } catch (IllegalArgumentException | UncheckedIOException e) {
      err.println(e.getMessage());
      return USAGE_ERROR;
    }
  }

  private static List<VectorFile> files(List<String> args) {
    if (args.isEmpty()) {
      return Vectors.bundled();
    }
    Path directory = Path.of(args.get(0));
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException("DIR must be a directory, was " + directory);
    }
    return Vectors.loadAll(directory);
  }

  private static List<VectorReport> reports(List<VectorFile> files) {
    List<VectorReport> reports = new ArrayList<>();
    try (Backends backends = new Backends()) {
      for (VectorTarget backend : backends.all()) {
        VectorRunner runner = VectorRunner.over(backend);
        files.forEach(file -> reports.add(runner.run(file)));
      }
    }
    return reports;
  }
}
