package dev.ratelimit.benchmarks.compare.report;

import java.util.List;

/**
 * Draws by how much rows are better than they should be: a bar each, on a logarithmic scale, from
 * the line that is to be reached to the right where it is, and to the left where it is not.
 */
final class Bars {

  private static final int NAMES = 480;
  private static final int SIDE = 240;
  private static final int LINE = 20;
  private static final int DECADES = 2; // on each side

  private Bars() {}

  /** {@return a picture in SVG of those that have something to reach} */
  static String of(Report report) {
    List<Outcome> judged = report.only(outcome -> outcome.bound() != null).outcomes();
    int height = LINE * (judged.size() + 2);
    Svg svg = new Svg(NAMES + 2 * SIDE, height);
    for (int decade = -DECADES; decade <= DECADES; decade++) {
      scale(svg, decade, height);
    }
    for (int i = 0; i < judged.size(); i++) {
      bar(svg, judged.get(i), LINE * (i + 1));
    }
    return svg.toString();
  }

  private static void scale(Svg svg, int decade, int height) {
    double x = x(Math.pow(10, decade));
    String label = decade == 0 ? "reach" : decade < 0 ? "1/" + power(-decade) : power(decade) + "x";
    svg.add(
        "<line x1=\"%1$.0f\" x2=\"%1$.0f\" y1=\"0\" y2=\"%2$d\" stroke=\"%3$s\"/>%n"
            + "<text x=\"%1$.0f\" y=\"%4$d\" text-anchor=\"middle\">%5$s</text>",
        x, height - LINE, decade == 0 ? "black" : "#ddd", height - LINE / 3, label);
  }

  private static String power(int decade) {
    return Long.toString(Math.round(Math.pow(10, decade)));
  }

  private static void bar(Svg svg, Outcome outcome, int y) {
    double reach = outcome.bound() == null ? 1 : outcome.bound();
    double end = x(outcome.margin(reach));
    double start = x(1);
    svg.add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s: %s</text>%n"
            + "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
        NAMES - LINE / 2,
        y + LINE / 2,
        Svg.escaped(outcome.row()),
        outcome.figure().format(outcome.ratio()),
        Math.min(start, end),
        y,
        Math.max(1, Math.abs(end - start)),
        LINE * 2 / 3,
        Boolean.TRUE.equals(outcome.met()) ? "#2a9d5c" : "#c8442f");
  }

  /** {@return where a margin is, one beyond the scale being at its end} */
  private static double x(double margin) {
    double decades = Math.max(-DECADES, Math.min(DECADES, Math.log10(margin)));
    return NAMES + SIDE + SIDE * decades / DECADES;
  }
}
