package dev.ratelimit.examples.chaos;

import dev.ratelimit.examples.chaos.scene.Fault;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Has faults befall a Redis under load, and prints what became of its callers. */
public final class Chaos {

  static final int KEPT = 0;
  static final int BROKEN = 1;
  static final int USAGE_ERROR = 2;

  private final PrintStream out;
  private Set<String> columns = Set.of(); // of the row before

  private Chaos(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the faults.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    try {
      Options options = Options.of(args);
      if (options.help()) {
        out.print(Options.usage());
        return KEPT;
      }
      return new Chaos(out).run(options);
    } catch (IllegalArgumentException | IOException e) {
      err.println(e.getMessage());
      return USAGE_ERROR;
    }
  }

  private int run(Options options) throws IOException {
    for (Path file : options.files()) {
      requireWritable(file);
    }
    Trial.warmUp();
    boolean kept = true;
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Fault fault : options.faults()) {
      Outcome outcome = Trial.of(fault, Manner.TIMED);
      outcome.cells().forEach(this::print);
      rows.addAll(outcome.cells());
      kept &= outcome.isKept();
    }
    Table table = new Table(rows);
    if (options.json().isPresent()) {
      Files.writeString(options.json().get(), table.json());
    }
    if (options.report().isPresent()) {
      Files.writeString(options.report().get(), Report.of(options.faults(), table));
    }
    return kept ? KEPT : BROKEN;
  }

  /** Before anything is run: a run takes minutes. */
  private static void requireWritable(Path file) {
    try {
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot write " + file + ": " + e, e);
    }
  }

  private void print(Map<String, Object> row) {
    if (!columns.equals(row.keySet())) {
      columns = row.keySet();
      out.println(Table.head(row));
    }
    out.println(Table.line(row));
  }
}
