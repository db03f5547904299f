package dev.ratelimit.testkit.fleet;

/**
 * A check that is going to be asked.
 *
 * <p>Immutable.
 *
 * @param micros when, true time since the run begins, at least 0
 * @param instance of which instance, from 0
 * @param key whose permits
 * @param cost permits, at least 0
 */
public record Arrival(long micros, int instance, String key, long cost) {

  /**
   * Checks the ranges.
   *
   * @param micros at least 0
   * @param instance at least 0
   * @param key any
   * @param cost at least 0
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Arrival {
    notNegative("micros", micros);
    notNegative("instance", instance);
    notNegative("cost", cost);
  }

  Arrival at(int otherInstance) {
    return new Arrival(micros, otherInstance, key, cost);
  }

  private static void notNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, was " + value);
    }
  }
}
