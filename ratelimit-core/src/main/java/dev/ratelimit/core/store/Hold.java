package dev.ratelimit.core.store;

/**
 * What a reservation asks for.
 *
 * @param cost permits, at least 0
 * @param maxWaitMicros the longest acceptable wait, at least 0
 */
public record Hold(long cost, long maxWaitMicros) {

  /**
   * Checks the ranges.
   *
   * @param cost at least 0
   * @param maxWaitMicros at least 0
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Hold {
    Amounts.notNegative("cost", cost);
    Amounts.notNegative("maxWaitMicros", maxWaitMicros);
  }
}
