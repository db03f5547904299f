package dev.ratelimit.benchmarks.keyed;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws ranks such that rank k, counted from 0, comes up in proportion to 1 / (k + 1)^exponent.
 *
 * <p>Immutable.
 */
public final class Zipf {

  private final double[] upTo; // sums of the weights: [k] is that of the ranks 0 to k

  /**
   * Makes a distribution.
   *
   * @param ranks how many there are, at least 1
   * @param exponent 0 for uniform; the larger, the more the first ranks come up
   */
  public Zipf(int ranks, double exponent) {
    upTo = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      upTo[rank] = sum;
    }
  }

  /** {@return a rank, from 0} */
  public int draw(SplittableRandom random) {
    int found = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
    return found < 0 ? -found - 1 : found;
  }
}
