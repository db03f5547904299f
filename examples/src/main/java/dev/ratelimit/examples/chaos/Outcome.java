package dev.ratelimit.examples.chaos;

import dev.ratelimit.examples.chaos.scene.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a fault.
 *
 * @param fault what befell Redis
 * @param rows for each kind of caller; none if it was not run
 * @param before what the process held before it
 * @param after what it held after it
 * @param notRun why this machine cannot make it
 */
record Outcome(
    Fault fault, List<Row> rows, Footprint before, Footprint after, Optional<String> notRun) {

  private static final double MEGABYTE_TENTHS = 10;

  Outcome {
    rows = List.copyOf(rows);
  }

  static Outcome notRun(Fault fault, String reason) {
    Footprint none = new Footprint(0, 0);
    return new Outcome(fault, List.of(), none, none, Optional.of(reason));
  }

  /** {@return whether every promise was kept, and no thread is left} */
  boolean isKept() {
    return rows.stream().allMatch(Row::isKept) && hasNoThreadLeft();
  }

  private boolean hasNoThreadLeft() {
    return after.threads() <= before.threads();
  }

  /** {@return its figures, row by row, under their names} */
  List<Map<String, Object>> cells() {
    List<Map<String, Object>> cells = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("fault", fault.toString());
      line.putAll(row.cells());
      line.put("threads", before.threads() + " " + after.threads());
      line.put("heap MB", rounded(before) + " " + rounded(after));
      line.put("verdict", row.isKept() && hasNoThreadLeft() ? "kept" : "BROKEN");
      cells.add(line);
    }
    notRun.ifPresent(reason -> cells.add(notRun(reason)));
    return cells;
  }

  private Map<String, Object> notRun(String reason) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("fault", fault.toString());
    line.put("verdict", "not run: " + reason);
    return line;
  }

  private static double rounded(Footprint footprint) {
    return Math.round(footprint.megabytes() * MEGABYTE_TENTHS) / MEGABYTE_TENTHS;
  }
}
