package dev.ratelimit.benchmarks;

import dev.ratelimit.benchmarks.compare.Report;
import dev.ratelimit.benchmarks.compare.Rounds;
import dev.ratelimit.benchmarks.compare.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * Runs the rows that need no server, ours and peers side by side, and prints the ratios. {@code
 * scripts/bench} builds what it needs and starts it.
 */
public final class InProcess {

  private InProcess() {}

  /**
   * Runs the rows.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) throws IOException {
    List<String> words = List.of(args);
    if (words.contains("--help")) {
      System.out.print(Arguments.USAGE);
      return;
    }
    Arguments arguments;
    try {
      arguments = Arguments.of(words);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "; see scripts/bench --help");
      System.exit(2);
      return;
    }
    run(arguments);
  }

  private static void run(Arguments arguments) throws IOException {
    List<Row> rows =
        InProcessRows.all().stream().filter(row -> row.name().contains(arguments.only())).toList();
    if (rows.isEmpty()) {
      System.err.println("no row's name contains \"" + arguments.only() + "\"");
      System.exit(2);
    }
    Report report = new Rounds(rows, arguments.effort(), System.err).run();
    System.out.println(setting(arguments));
    System.out.println();
    System.out.print(report.table());
    if (arguments.json().isPresent()) {
      Files.writeString(arguments.json().get(), report.json() + "\n");
    }
  }

  private static String setting(Arguments arguments) {
    return String.format(
        "%s, rounds: %d; %d processors, %s, %s %s",
        arguments.effort(),
        arguments.effort().rounds(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"));
  }
}
