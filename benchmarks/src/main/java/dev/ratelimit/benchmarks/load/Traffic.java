package dev.ratelimit.benchmarks.load;

/** Which keys are checked, and how often each. */
public enum Traffic {
  /** All checks are for one key. */
  ONE_KEY(1, 0),
  /** A hundred thousand keys, one as often as the other. */
  UNIFORM(100_000, 0),
  /** A hundred thousand keys, of which few are busy. */
  ZIPF(100_000, 0.99);

  private final int keys;
  private final double exponent;

  Traffic(int keys, double exponent) {
    this.keys = keys;
    this.exponent = exponent;
  }

  /** {@return how many keys there are} */
  int keys() {
    return keys;
  }

  /**
   * {@return by how much the first are busier, as of {@link dev.ratelimit.benchmarks.keyed.Zipf}}
   */
  double exponent() {
    return exponent;
  }
}
