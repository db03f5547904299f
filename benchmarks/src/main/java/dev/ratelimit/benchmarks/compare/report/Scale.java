package dev.ratelimit.benchmarks.compare.report;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where positive numbers are on a logarithmic scale. Immutable.
 *
 * @param least the decimal logarithm of what is at {@code start}
 * @param most that of what is at {@code end}
 * @param start in the units of a picture
 * @param end the same
 */
record Scale(double least, double most, double start, double end) {

  /** Makes one from the least to the largest of some numbers. */
  Scale(double[] values, double start, double end) {
    this(
        Math.log10(Arrays.stream(values).min().orElseThrow()),
        Math.log10(Arrays.stream(values).max().orElseThrow()),
        start,
        end);
  }

  /** {@return the same, from one power of ten to another} */
  Scale inWholeDecades() {
    double floor = Math.floor(least);
    return new Scale(floor, Math.max(floor + 1, Math.ceil(most)), start, end);
  }

  /** {@return the powers of ten on it} */
  double[] decades() {
    return IntStream.rangeClosed((int) Math.ceil(least), (int) Math.floor(most))
        .mapToDouble(power -> Math.pow(10, power))
        .toArray();
  }

  double of(double value) {
    double part = most == least ? 0.5 : (Math.log10(value) - least) / (most - least);
    return start + (end - start) * part;
  }
}
