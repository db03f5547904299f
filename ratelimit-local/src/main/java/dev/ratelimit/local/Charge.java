package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.bucket.Debt;

/**
 * What an operation adds to a debt, in units.
 *
 * @param units the most that is added; negative to give back
 * @param ceiling the debt is not charged beyond this
 * @param grain what is added is a multiple of it; {@code units} itself: all or nothing
 */
record Charge(long units, long ceiling, long grain) {

  /** Nothing is added: a look. */
  static final Charge NONE = new Charge(0, 0, 1);

  /** Everything is forgiven. */
  static final Charge FORGIVE = refund(BucketUnits.MAX_DEBT);

  /** {@return the charge of a cost, from 0 to the burst, if the debt stays within capacity} */
  static Charge check(BucketUnits limit, long cost) {
    return whole(cost * limit.unitsPerPermit(), limit.capacity());
  }

  /** {@return the charge of a cost, from 0 to the burst, that may wait} */
  static Charge reserve(BucketUnits limit, long cost, long maxWaitMicros, long nowMicros) {
    return whole(cost * limit.unitsPerPermit(), Debt.reservable(limit, maxWaitMicros, nowMicros));
  }

  /** {@return the charge of as many permits as are there, up to {@code want}} */
  static Charge take(BucketUnits limit, long want) {
    long permits = Math.min(want, limit.burst());
    return new Charge(permits * limit.unitsPerPermit(), limit.capacity(), limit.unitsPerPermit());
  }

  /** {@return what gives permits back} */
  static Charge refund(BucketUnits limit, long permits) {
    boolean all = permits >= BucketUnits.MAX_DEBT / limit.unitsPerPermit();
    return all ? FORGIVE : refund(permits * limit.unitsPerPermit());
  }

  /** {@return what brings a debt to at least that many units} */
  static Charge upTo(long units) {
    return new Charge(units, units, 1);
  }

  private static Charge refund(long units) {
    return new Charge(-units, Long.MAX_VALUE, units);
  }

  private static Charge whole(long units, long ceiling) {
    return new Charge(units, ceiling, units);
  }

  /** {@return whether it gives permits back, even if none are owed} */
  boolean givesBack() {
    return units < 0;
  }

  /** {@return what is added to a debt; 0 leaves it alone} */
  long on(long debt) {
    if (units <= 0) {
      return Math.max(units, -debt);
    }
    long room = ceiling - debt;
    if (units <= room) {
      return units;
    }
    return grain == units || room <= 0 ? 0 : room / grain * grain;
  }
}
