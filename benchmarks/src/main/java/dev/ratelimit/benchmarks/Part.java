package dev.ratelimit.benchmarks;

import dev.ratelimit.benchmarks.compare.Row;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rows that are about the same.
 *
 * @param name what {@code --only} calls them
 * @param rows the rows
 */
record Part(String name, List<Row> rows) {

  /** {@return all parts, in the order of the report} */
  static List<Part> all() {
    return List.of(
        new Part("in-process", InProcessRows.all()),
        new Part("redis", RedisRows.all()),
        new Part("tiered", TieredRows.all()));
  }

  /**
   * {@return the rows of the part that has a name; if none has it, those whose names contain it}
   *
   * @throws IllegalArgumentException if there are none
   */
  static List<Row> matching(List<Part> parts, String text) {
    List<Row> found =
        parts.stream().anyMatch(part -> part.name.equals(text))
            ? rows(parts.stream().filter(part -> part.name.equals(text)))
            : rows(parts.stream()).stream().filter(row -> row.name().contains(text)).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no row's name contains \"" + text + "\"");
    }
    return found;
  }

  static List<String> rowNames(List<Part> parts) {
    return rows(parts.stream()).stream().map(Row::name).toList();
  }

  private static List<Row> rows(Stream<Part> parts) {
    return parts.flatMap(part -> part.rows.stream()).toList();
  }
}
