package dev.ratelimit.benchmarks.load;

/**
 * Which keys are checked, and how often each.
 *
 * @param name what the keys begin with
 * @param keys how many there are
 * @param exponent by how much the first are busier, as of {@link
 *     dev.ratelimit.benchmarks.keyed.Zipf}
 */
public record Traffic(String name, int keys, double exponent) {

  /** All checks are for one key. */
  public static final Traffic ONE_KEY = uniform(1);

  private static final double BUSY = 0.99;

  /** {@return as many keys, one as often as the other} */
  public static Traffic uniform(int keys) {
    return new Traffic("user", keys, 0);
  }

  /** {@return as many keys, of which few are busy} */
  public static Traffic zipf(int keys) {
    return new Traffic("user", keys, BUSY);
  }

  /** {@return the same for other keys} */
  Traffic named(String other) {
    return new Traffic(other, keys, exponent);
  }

  String key(int number) {
    return name + "-" + number;
  }

  @Override
  public String toString() {
    return keys + " keys" + (exponent == 0 ? "" : " zipf " + exponent);
  }
}
