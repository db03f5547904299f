package dev.ratelimit.benchmarks.capacity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * A page that is being written.
 *
 * <p>Not thread-safe.
 */
final class Page {

  private static final MathContext THREE_DIGITS = new MathContext(3);
  private final StringBuilder text = new StringBuilder();

  /** Adds lines, as {@link String#format} makes them. */
  void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** {@return a number to three digits} */
  static double rounded(double value) {
    return new BigDecimal(value).round(THREE_DIGITS).doubleValue();
  }

  /** {@return the same in words} */
  static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS).stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
