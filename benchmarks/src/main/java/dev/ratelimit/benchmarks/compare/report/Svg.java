package dev.ratelimit.benchmarks.compare.report;

import java.util.Locale;

/**
 * A picture that is being drawn.
 *
 * <p>Not thread-safe.
 */
final class Svg {

  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"12\">",
        width, height);
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
  }

  /** Adds a line of elements, as {@link String#format} makes it. */
  void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** {@return it, finished} */
  @Override
  public String toString() {
    return text + "</svg>\n";
  }
}
