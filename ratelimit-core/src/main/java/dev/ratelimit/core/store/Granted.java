package dev.ratelimit.core.store;

import dev.ratelimit.Origin;

/**
 * Permits that a reservation took.
 *
 * @param permits how many, at least 0
 * @param by who granted them, and so has them back if they are not used
 */
public record Granted(long permits, Origin by) {

  /**
   * Checks the range.
   *
   * @param permits at least 0
   * @param by any
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Granted {
    Amounts.notNegative("permits", permits);
  }
}
