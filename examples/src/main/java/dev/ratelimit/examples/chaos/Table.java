package dev.ratelimit.examples.chaos;

import com.google.gson.GsonBuilder;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rows of figures under names, written in several ways.
 *
 * @param rows each with some of the columns
 */
record Table(List<Map<String, Object>> rows) {

  private static final Set<String> TEXTS = Set.of("fault", "limiter", "verdict");

  Table {
    rows = List.copyOf(rows);
  }

  private Set<String> columns() {
    return rows.stream()
        .map(Map::keySet)
        .flatMap(Collection::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String cell(Map<String, Object> row, String column) {
    return String.valueOf(row.getOrDefault(column, ""));
  }

  /** {@return lines of a terminal: the names of a row's columns, and under them its figures} */
  static String head(Map<String, Object> row) {
    return row.keySet().stream().map(name -> padded(name, name)).collect(Collectors.joining(" "));
  }

  /** {@return the figures of a row, under those of {@link #head}} */
  static String line(Map<String, Object> row) {
    return row.entrySet().stream()
        .map(cell -> padded(cell.getKey(), String.valueOf(cell.getValue())))
        .collect(Collectors.joining(" "));
  }

  private static String padded(String column, String text) {
    int width =
        switch (column) {
          case "fault" -> 18;
          case "limiter" -> 21;
          case "threads", "heap MB" -> 9;
          case "verdict" -> 1;
          default -> Math.max(7, column.length());
        };
    return String.format("%" + (TEXTS.contains(column) ? "-" : "") + width + "s", text);
  }

  /** {@return a table of Markdown} */
  String markdown() {
    Set<String> columns = columns();
    StringBuilder text = new StringBuilder();
    text.append("| ").append(String.join(" | ", columns)).append(" |\n");
    text.append("|").append(" --- |".repeat(columns.size())).append("\n");
    for (Map<String, Object> row : rows) {
      text.append(
          columns.stream()
              .map(column -> cell(row, column))
              .collect(Collectors.joining(" | ", "| ", " |\n")));
    }
    return text.toString();
  }

  /** {@return an array of JSON, with an object for each row} */
  String json() {
    return new GsonBuilder().setPrettyPrinting().create().toJson(rows) + "\n";
  }
}
