package dev.ratelimit.core.store;

/**
 * Permits of one grant.
 *
 * @param id which grant
 * @param permits how many, at least 0
 */
public record LeasedPermits(LeaseId id, long permits) {

  /**
   * Checks the range.
   *
   * @param id any
   * @param permits at least 0
   * @throws IllegalArgumentException if a value is out of its range
   */
  public LeasedPermits {
    Amounts.notNegative("permits", permits);
  }
}
