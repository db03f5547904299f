package dev.ratelimit.benchmarks.compare.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws growth: a line for each curve, both scales logarithmic. */
final class Lines {

  private static final int LEFT = 70;
  private static final int TOP = 40;
  private static final int WIDTH = 560;
  private static final int HEIGHT = 300;
  private static final int LINE = 18;
  private static final List<String> COLOURS = List.of("#1f6fb4", "#c8442f", "#2a9d5c");

  /** A point that was measured. */
  private record Spot(int at, Outcome outcome) {}

  private final Growth growth;
  private final Map<Curve, List<Spot>> spots;
  private final Scale across;
  private final Scale up;

  private Lines(Growth growth, Map<Curve, List<Spot>> spots) {
    this.growth = growth;
    this.spots = spots;
    across = new Scale(values(Spot::at), LEFT, LEFT + WIDTH);
    up = new Scale(values(spot -> spot.outcome.ratio()), TOP + HEIGHT, TOP).inWholeDecades();
  }

  /** {@return the picture in SVG; empty if nothing of it was measured} */
  static Optional<String> of(Growth growth, Report report) {
    Map<String, Outcome> measured =
        report.outcomes().stream().collect(Collectors.toMap(Outcome::row, Function.identity()));
    Map<Curve, List<Spot>> spots =
        growth.curves().stream()
            .collect(Collectors.toMap(Function.identity(), curve -> spots(curve, measured)));
    return spots.values().stream().allMatch(List::isEmpty)
        ? Optional.empty()
        : Optional.of(new Lines(growth, spots).draw());
  }

  private static List<Spot> spots(Curve curve, Map<String, Outcome> measured) {
    return curve.points().stream()
        .flatMap(
            point ->
                Stream.ofNullable(measured.get(point.row().name()))
                    .map(outcome -> new Spot(point.at(), outcome)))
        .toList();
  }

  private double[] values(ToDoubleFunction<Spot> value) {
    return spots.values().stream().flatMap(List::stream).mapToDouble(value).toArray();
  }

  private String draw() {
    Svg svg = new Svg(LEFT + WIDTH + LEFT, TOP + HEIGHT + LINE * (3 + growth.curves().size()));
    svg.add(
        "<text x=\"%d\" y=\"%d\" font-size=\"14\">%s</text>",
        LEFT, TOP / 2, Svg.escaped(growth.title()));
    axes(svg);
    for (int i = 0; i < growth.curves().size(); i++) {
      curve(svg, i);
    }
    return svg.toString();
  }

  private void axes(Svg svg) {
    for (double value : up.decades()) {
      svg.add(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%3$.1f\" stroke=\"#ddd\"/>"
              + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT, LEFT + WIDTH, up.of(value), LEFT - 8, up.of(value) + 4, decade(value));
    }
    spots.values().stream()
        .flatMap(List::stream)
        .map(Spot::at)
        .distinct()
        .forEach(
            at ->
                svg.add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,d</text>",
                    across.of(at), TOP + HEIGHT + LINE, at));
    svg.add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">ratio</text>", LEFT - 8, TOP - 10);
    svg.add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
        LEFT + WIDTH / 2, TOP + HEIGHT + 2 * LINE, Svg.escaped(growth.axis()));
  }

  private void curve(Svg svg, int number) {
    Curve curve = growth.curves().get(number);
    String colour = COLOURS.get(number % COLOURS.size());
    List<Spot> points = spots.getOrDefault(curve, List.of());
    svg.add(
        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>",
        colour, points.stream().map(this::place).collect(Collectors.joining(" ")));
    for (Spot spot : points) {
      svg.add(
          "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%s</text>",
          across.of(spot.at),
          up.of(spot.outcome.ratio()) - 6,
          colour,
          spot.outcome.figure().format(spot.outcome.ratio()));
    }
    svg.add(
        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
        LEFT, TOP + HEIGHT + LINE * (3 + number), colour, Svg.escaped(curve.name()));
  }

  private String place(Spot spot) {
    return String.format(Locale.ROOT, "%.1f,%.1f", across.of(spot.at), up.of(spot.outcome.ratio()));
  }

  private static String decade(double value) {
    return String.format(Locale.ROOT, value < 1 ? "%.3g" : "%,.0f", value);
  }
}
