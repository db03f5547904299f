package dev.ratelimit.benchmarks;

import dev.ratelimit.benchmarks.compare.Contestant;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Row;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows that are about the same.
 *
 * @param name what {@code --only} calls them
 * @param rows the rows
 * @param quickRows those of them that are measured where time is short
 */
record Part(String name, List<Row> rows, List<Row> quickRows) {

  /** {@return all parts, in the order of the report} */
  static List<Part> all() {
    List<Part> parts =
        List.of(
            new Part("in-process", InProcessRows.all()),
            new Part("metrics", MetricsRows.all()),
            new Part("redis", RedisRows.all()),
            new Part("tiered", TieredRows.all()),
            new Part("fleet", FleetRows.all()),
            new Part("growth", GrowthRows.rows(GrowthRows.all())));
    return parts.stream().map(part -> part.shortened(needed(parts))).toList();
  }

  private Part(String name, List<Row> rows) {
    this(name, rows, rows);
  }

  /** The contestants of rows that have something to reach. */
  private static Set<Contestant> needed(List<Part> parts) {
    return parts.stream()
        .flatMap(part -> part.rows.stream())
        .filter(row -> row.reach().bound().isPresent())
        .flatMap(Part::contestants)
        .collect(Collectors.toSet());
  }

  /** The same without the rows that need other contestants. */
  private Part shortened(Set<Contestant> measured) {
    return new Part(
        name,
        rows,
        rows.stream().filter(row -> contestants(row).allMatch(measured::contains)).toList());
  }

  private static Stream<Contestant> contestants(Row row) {
    return Stream.of(row.pair().ours(), row.pair().peer());
  }

  /**
   * {@return the rows to measure: those of the part that has a name, of all parts if the text is
   * empty, else the rows whose names contain it, quick ones or not}
   *
   * @throws IllegalArgumentException if there are none
   */
  static List<Row> matching(List<Part> parts, String text, Effort effort) {
    List<Part> named =
        parts.stream().filter(part -> text.isEmpty() || part.name.equals(text)).toList();
    if (!named.isEmpty()) {
      return named.stream().flatMap(part -> part.rows(effort).stream()).toList();
    }
    List<Row> found =
        parts.stream()
            .flatMap(part -> part.rows.stream())
            .filter(row -> row.name().contains(text))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no row's name contains \"" + text + "\"");
    }
    return found;
  }

  private List<Row> rows(Effort effort) {
    return effort == Effort.FULL ? rows : quickRows;
  }

  static List<String> rowNames(List<Part> parts) {
    return parts.stream().flatMap(part -> part.rows.stream()).map(Row::name).toList();
  }
}
