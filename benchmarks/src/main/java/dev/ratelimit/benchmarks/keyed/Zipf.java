package dev.ratelimit.benchmarks.keyed;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws ranks such that rank k, counted from 0, comes up in proportion to 1 / (k + 1)^exponent.
 *
 * <p>Immutable.
 */
final class Zipf {

  private final double[] upTo; // sums of the weights: [k] is that of the ranks 0 to k

  Zipf(int ranks, double exponent) {
    upTo = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      upTo[rank] = sum;
    }
  }

  int draw(SplittableRandom random) {
    int found = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
    return found < 0 ? -found - 1 : found;
  }
}
