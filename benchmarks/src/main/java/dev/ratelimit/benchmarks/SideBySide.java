package dev.ratelimit.benchmarks;

import dev.ratelimit.TimeSource;
import dev.ratelimit.benchmarks.capacity.Capacity;
import dev.ratelimit.benchmarks.compare.Rounds;
import dev.ratelimit.benchmarks.compare.Row;
import dev.ratelimit.benchmarks.compare.report.Publication;
import dev.ratelimit.benchmarks.compare.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs rows, ours and peers side by side, and prints the ratios. {@code scripts/bench} builds what
 * it needs and starts it.
 */
public final class SideBySide {

  /** Kept, for a logger that nobody holds forgets its level. */
  private static final Logger LETTUCE = Logger.getLogger("io.lettuce");

  private static final long MICROS_PER_SECOND = 1_000_000;

  private SideBySide() {}

  /**
   * Runs rows.
   *
   * @param args the directory of the documentation; then see {@code --help}
   */
  public static void main(String[] args) throws IOException {
    List<String> words = List.of(args).subList(1, args.length);
    if (words.contains("--help")) {
      System.out.print(Arguments.USAGE);
      return;
    }
    List<Part> parts = Part.all();
    Arguments arguments;
    List<Row> rows;
    try {
      arguments = Arguments.of(Path.of(args[0]), words);
      rows = Part.matching(parts, arguments.only(), arguments.effort());
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "; see scripts/bench --help");
      System.exit(2);
      return;
    }
    LETTUCE.setLevel(Level.SEVERE); // it warns of connections that are closed twice
    run(arguments, rows, Part.rowNames(parts));
    System.exit(0); // whatever threads a peer has left
  }

  private static void run(Arguments arguments, List<Row> rows, List<String> names)
      throws IOException {
    long began = TimeSource.system().micros();
    String setting = Setting.of(arguments.effort());
    Report report = Report.of(new Rounds(rows, arguments.effort(), System.err).run(), setting);
    System.out.println("Measured " + setting + ":\n");
    System.out.print(report.table());
    if (arguments.json().isPresent()) {
      Files.writeString(arguments.json().get(), report.json() + "\n");
    }
    if (arguments.docs().isPresent()) {
      publish(arguments.docs().get(), report, names);
    }
    System.err.printf("took %d s%n", (TimeSource.system().micros() - began) / MICROS_PER_SECOND);
  }

  private static void publish(Path docs, Report report, List<String> names) throws IOException {
    Report all = new Publication(docs, GrowthRows.all()).add(report, names);
    Optional<String> capacity = Capacity.page(all);
    if (capacity.isPresent()) {
      Files.writeString(docs.resolve("capacity.md"), capacity.get());
    }
  }
}
