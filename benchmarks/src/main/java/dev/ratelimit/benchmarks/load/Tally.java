package dev.ratelimit.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * What one caller, or all of them together, were answered, and how long that took.
 *
 * <p>Not thread-safe.
 */
final class Tally {

  private static final long LONGEST_MICROS = 60_000_000;
  private static final int DIGITS = 2;

  private final Histogram micros = new Histogram(LONGEST_MICROS, DIGITS);
  private long allowed;

  void answered(boolean isAllowed, long tookMicros) {
    micros.recordValue(Math.min(tookMicros, LONGEST_MICROS));
    allowed += isAllowed ? 1 : 0;
  }

  void add(Tally other) {
    micros.add(other.micros);
    allowed += other.allowed;
  }

  long checks() {
    return micros.getTotalCount();
  }

  long allowed() {
    return allowed;
  }

  /** {@return how long the given part of the checks took at most, in microseconds} */
  double micros(double percentile) {
    return micros.getValueAtPercentile(percentile);
  }
}
