package dev.ratelimit.benchmarks.compare.report;

import dev.ratelimit.benchmarks.compare.Row;
import java.util.List;

/**
 * How ratios change with one number: a picture.
 *
 * @param name of the file, without its ending
 * @param title above the picture
 * @param axis what the number counts
 * @param curves over the same axis
 */
public record Growth(String name, String title, String axis, List<Curve> curves) {

  /** Copies the curves. */
  public Growth {
    curves = List.copyOf(curves);
  }

  /** {@return the rows of all curves} */
  public List<Row> rows() {
    return curves.stream().flatMap(curve -> curve.points().stream()).map(Curve.Point::row).toList();
  }

  /** {@return where its picture is, seen from the page of all rows} */
  String path() {
    return "benchmarks/" + name + ".svg";
  }
}
