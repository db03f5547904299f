package dev.ratelimit.benchmarks.compare.report;

import dev.ratelimit.benchmarks.compare.Row;
import java.util.List;

/**
 * How the ratio of a row changes with one number.
 *
 * @param name what the picture calls it
 * @param points in order of the number, at least two
 */
public record Curve(String name, List<Point> points) {

  /**
   * A point of a curve.
   *
   * @param at the number, positive
   * @param row what was measured there
   */
  public record Point(int at, Row row) {}

  /** Copies the points. */
  public Curve {
    points = List.copyOf(points);
    if (points.size() < 2) {
      throw new IllegalArgumentException(name + " must have 2 points or more, had " + points);
    }
  }
}
