package dev.ratelimit.examples.pictures;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A chart as SVG: time along, permits up, on a ground of its own, so that it can be read on a dark
 * page too. Not thread-safe.
 */
final class Chart {

  static final int WIDTH = 720;
  static final int HEIGHT = 330;

  private static final int LEFT = 62;
  private static final int RIGHT = WIDTH - 20;
  private static final int TOP = 52;
  private static final int BOTTOM = HEIGHT - 48;

  private final double mostX;
  private final double mostY;
  private final StringBuilder body = new StringBuilder();
  private final String title;

  Chart(String title, double mostX, double mostY) {
    this.title = title;
    this.mostX = mostX;
    this.mostY = mostY;
    text(new Point(0, mostY), -LEFT + 18, -26, Ink.TEXT, "font-weight='bold'", title);
  }

  /** Draws both axes with a mark at every step, and says what they count. */
  Chart axes(double stepX, double stepY, String along) {
    for (double x = 0; x <= mostX + stepX / 1e6; x += stepX) {
      line(new Point(x, 0), new Point(x, mostY), Ink.SHADE, 1);
      text(new Point(x, 0), 0, 18, Ink.TEXT, "text-anchor='middle'", number(x));
    }
    for (double y = 0; y <= mostY + stepY / 1e6; y += stepY) {
      line(new Point(0, y), new Point(mostX, y), Ink.SHADE, 1);
      text(new Point(0, y), -8, 4, Ink.TEXT, "text-anchor='end'", number(y));
    }
    text(new Point(mostX, 0), 0, 38, Ink.FAINT, "text-anchor='end'", along);
    return this;
  }

  /** Shades the time from one instant to another, and says why. */
  Chart shade(double from, double until, String why) {
    body.append(
        format(
            "<rect x='%s' y='%s' width='%s' height='%s' fill='%s'/>%n",
            x(from), TOP, number(along(until) - along(from)), BOTTOM - TOP, "#fbe9e7"));
    text(new Point((from + until) / 2, mostY), 0, 16, Ink.DENIED, "text-anchor='middle'", why);
    return this;
  }

  Chart curve(Ink ink, List<Point> points) {
    String path =
        points.stream().map(p -> x(p.x()) + "," + y(p.y())).collect(Collectors.joining(" "));
    body.append(
        format("<polyline fill='none' stroke='%s' stroke-width='2.5' points='%s'/>%n", ink, path));
    return this;
  }

  Chart dashed(Ink ink, List<Point> points) {
    String path =
        points.stream().map(p -> x(p.x()) + "," + y(p.y())).collect(Collectors.joining(" "));
    body.append(
        format(
            "<polyline fill='none' stroke='%s' stroke-width='1.5' stroke-dasharray='5 4'"
                + " points='%s'/>%n",
            ink, path));
    return this;
  }

  Chart dot(Ink ink, Point at) {
    body.append(format("<circle cx='%s' cy='%s' r='5' fill='%s'/>%n", x(at.x()), y(at.y()), ink));
    return this;
  }

  Chart cross(Ink ink, Point at) {
    body.append(
        format(
            "<path d='M%s %s m-5 -5 l10 10 m0 -10 l-10 10' stroke='%s' stroke-width='3'/>%n",
            x(at.x()), y(at.y()), ink));
    return this;
  }

  /** Writes a word beside a point, so many pixels to the right and down. */
  Chart word(Point at, int right, int down, Ink ink, String word) {
    text(at, right, down, ink, "", word);
    return this;
  }

  Chart line(Point from, Point to, Ink ink, double width) {
    body.append(
        format(
            "<line x1='%s' y1='%s' x2='%s' y2='%s' stroke='%s' stroke-width='%s'/>%n",
            x(from.x()), y(from.y()), x(to.x()), y(to.y()), ink, number(width)));
    return this;
  }

  private void text(Point at, int right, int down, Ink ink, String style, String text) {
    body.append(
        format(
            "<text x='%s' y='%s' fill='%s' %s>%s</text>%n",
            number(along(at.x()) + right), number(up(at.y()) + down), ink, style, escaped(text)));
  }

  String svg() {
    return format(
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d'
            font-family='Verdana, DejaVu Sans, sans-serif' font-size='13' role='img'>
        <title>%s</title>
        <rect width='%d' height='%d' rx='8' fill='#ffffff' stroke='#d0d7de'/>
        %s</svg>
        """,
        WIDTH, HEIGHT, WIDTH, HEIGHT, escaped(title), WIDTH, HEIGHT, body);
  }

  private String x(double value) {
    return number(along(value));
  }

  private String y(double value) {
    return number(up(value));
  }

  private double along(double value) {
    return LEFT + value / mostX * (RIGHT - LEFT);
  }

  private double up(double value) {
    return BOTTOM - value / mostY * (BOTTOM - TOP);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String number(double value) {
    String text = format("%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).replace("\r\n", "\n");
  }
}
