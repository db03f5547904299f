package dev.ratelimit.core.store;

import java.util.List;

/**
 * What one lease call carries, in the order in which the store takes it.
 *
 * @param spent permits of earlier leases that have been spent
 * @param returned unspent permits that come back
 * @param cost a check to decide; 0 if there is none
 * @param want permits to lease; nothing is granted with a denied check
 */
public record LeaseCall(
    List<LeasedPermits> spent, List<LeasedPermits> returned, long cost, long want) {

  /**
   * Checks the ranges.
   *
   * @param spent any number, copied
   * @param returned any number, copied
   * @param cost at least 0
   * @param want at least 0
   * @throws IllegalArgumentException if a value is out of its range
   */
  public LeaseCall {
    spent = List.copyOf(spent);
    returned = List.copyOf(returned);
    Amounts.notNegative("cost", cost);
    Amounts.notNegative("want", want);
  }

  /**
   * {@return a call that only asks for a lease}
   *
   * @param want permits, at least 0
   */
  public static LeaseCall grant(long want) {
    return new LeaseCall(List.of(), List.of(), 0, want);
  }

  /**
   * {@return a call that only reports permits as spent}
   *
   * @param permits which
   */
  public static LeaseCall spent(LeasedPermits permits) {
    return new LeaseCall(List.of(permits), List.of(), 0, 0);
  }

  /**
   * {@return a call that only gives permits back}
   *
   * @param permits which
   */
  public static LeaseCall returned(LeasedPermits permits) {
    return new LeaseCall(List.of(), List.of(permits), 0, 0);
  }
}
