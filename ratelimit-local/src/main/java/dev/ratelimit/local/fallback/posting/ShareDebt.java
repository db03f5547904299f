package dev.ratelimit.local.fallback.posting;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.bucket.Debt;

/**
 * What is owed to a share under a token bucket at an instant, and so what is owed later, whatever
 * becomes of the share. Immutable.
 *
 * @param units of the share's limit
 * @param debt in units, from 0 to 2^53
 * @param micros the instant, since the epoch
 */
public record ShareDebt(BucketUnits units, long debt, long micros) {

  /** {@return how many whole permits are still owed at an instant} */
  long permits(long nowMicros) {
    return left(nowMicros) / units.unitsPerPermit();
  }

  private long left(long nowMicros) {
    long passed = units.tick(nowMicros) - units.tick(micros);
    return Debt.paidOff(units, debt, Math.max(0, passed));
  }

  /** {@return permits that are owed to the same share at the same instant} */
  ShareDebt of(long permits) {
    boolean tooMany = permits > BucketUnits.MAX_DEBT / units.unitsPerPermit();
    return new ShareDebt(
        units, tooMany ? BucketUnits.MAX_DEBT : permits * units.unitsPerPermit(), micros);
  }

  /** {@return the same at a later instant, to another share permit by permit} */
  ShareDebt as(ShareDebt later) {
    return later.units.equals(units)
        ? new ShareDebt(units, left(later.micros), later.micros)
        : later.of(permits(later.micros));
  }

  /** {@return both together} */
  ShareDebt plus(ShareDebt other) {
    return new ShareDebt(units, Math.min(BucketUnits.MAX_DEBT, debt + other.debt), micros);
  }

  /** {@return the larger} */
  ShareDebt max(ShareDebt other) {
    return other.debt > debt ? other : this;
  }

  /** {@return what is owed when permits have come back at an instant} */
  ShareDebt without(long permits, long nowMicros) {
    long now = Math.max(micros, nowMicros);
    return new ShareDebt(units, Debt.refunded(units, left(now), permits), now);
  }
}
