package dev.ratelimit.core.store;

/**
 * Permits of one grant.
 *
 * @param id which grant
 * @param permits how many, at least 0
 */
public record LeasedPermits(LeaseId id, long permits) {

  /** Checks the range. */
  public LeasedPermits {
    Amounts.notNegative("permits", permits);
  }
}
