package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import org.jspecify.annotations.Nullable;

/**
 * Brings a stored key to the present: the first half of every operation.
 *
 * @param state at the present tick
 * @param mustWrite whether it is written back even if the operation changes nothing
 */
record Refill(BucketState state, boolean mustWrite) {

  static Refill of(@Nullable BucketState stored, BucketUnits units, long micros) {
    if (stored == null) {
      return new Refill(BucketState.full(units, units.tick(micros)), false);
    }
    if (!stored.units().equals(units)) {
      return new Refill(convert(present(stored, micros), units, micros), true);
    }
    return new Refill(present(stored, micros), units.tick(micros) < stored.tick());
  }

  private static BucketState present(BucketState stored, long micros) {
    BucketUnits units = stored.units();
    long now = units.tick(micros);
    if (now < stored.tick()) {
      return anchoredAnew(stored, micros);
    }
    Walk walk = new Walk(units, stored.tick(), stored.debt(), stored.out()).to(now);
    BucketState present = new BucketState(units, walk.debt(), now, walk.out(), stored.generation());
    return present.isFull() ? BucketState.full(units, now) : present;
  }

  /** The clock went back: what is owed and what is out are kept, from the present on. */
  private static BucketState anchoredAnew(BucketState stored, long micros) {
    BucketUnits units = stored.units();
    long now = units.tick(micros);
    long lapse = Outstanding.lapseTick(units, Outstanding.slotOf(units, now)) * units.tickMicros();
    Carried carried = stored.out().carried();
    if (carried.permits() > 0) {
      long left = carried.lapseMicros() - stored.tick() * units.tickMicros();
      lapse = Math.max(lapse, micros + left);
    }
    return carriedOver(units, stored.debt(), now, stored, lapse);
  }

  /** The limit has changed: the fill level is kept, and what is out lapses when it would have. */
  private static BucketState convert(BucketState old, BucketUnits units, long micros) {
    long now = units.tick(micros);
    if (old.isFull()) {
      return BucketState.full(units, now);
    }
    long debt = Debt.converted(old.units(), units, old.debt(), micros);
    long out = old.out().total();
    long leased =
        out > units.maxDebt() / units.unitsPerPermit()
            ? units.maxDebt()
            : out * units.unitsPerPermit();
    return carriedOver(
        units, Math.max(debt, leased), now, old, old.out().lastLapseMicros(old.units()));
  }

  private static BucketState carriedOver(
      BucketUnits units, long debt, long now, BucketState from, long lapseMicros) {
    long out = Math.min(from.out().total(), debt / units.unitsPerPermit());
    return new BucketState(
        units,
        debt,
        now,
        Outstanding.carriedOver(out, lapseMicros),
        out > 0 ? from.generation() + 1 : from.generation());
  }
}
