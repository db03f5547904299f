package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import java.util.ArrayList;
import java.util.List;

/**
 * Permits out on lease: by slot of grant, and an amount carried over from before slots changed.
 *
 * <p>A grant of slot j lapses at the first tick of slot j + 5; so at most five slots count, and the
 * carried amount. Immutable.
 *
 * @param grants by slot, each slot once
 * @param carried the carried amount
 */
public record Outstanding(List<SlotGrant> grants, Carried carried) {

  /** Nothing is out. */
  public static final Outstanding NONE = new Outstanding(List.of(), Carried.NONE);

  /** How many slots a grant counts beside the slot it was made in. */
  static final long TERM_SLOTS = 4;

  /** The lapse of nothing. */
  static final long NO_LAPSE = Long.MAX_VALUE;

  /**
   * Copies the list.
   *
   * @param grants copied
   * @param carried {@link Carried#NONE} if there is none
   */
  public Outstanding {
    grants = List.copyOf(grants);
  }

  static Outstanding carriedOver(long permits, long lapseMicros) {
    return permits == 0 ? NONE : new Outstanding(List.of(), new Carried(permits, lapseMicros));
  }

  /** {@return the lease slot of a tick} */
  static long slotOf(BucketUnits units, long tick) {
    return tick / units.slotTicks();
  }

  /** {@return the tick at which the grants of a slot lapse} */
  static long lapseTick(BucketUnits units, long slot) {
    return (slot + TERM_SLOTS + 1) * units.slotTicks();
  }

  private static long lapseTick(BucketUnits units, Carried carried) {
    return Debt.ceilDiv(carried.lapseMicros(), units.tickMicros());
  }

  /** {@return how many permits are out} */
  public long total() {
    long total = carried.permits();
    for (SlotGrant grant : grants) {
      total += grant.permits();
    }
    return total;
  }

  /** {@return whether nothing is out} */
  public boolean isEmpty() {
    return grants.isEmpty() && carried.permits() == 0;
  }

  /** {@return what still counts at a tick} */
  Outstanding countedAt(BucketUnits units, long tick) {
    if (isEmpty()) {
      return NONE;
    }
    List<SlotGrant> counted = new ArrayList<>(grants.size());
    for (SlotGrant grant : grants) {
      if (lapseTick(units, grant.slot()) > tick) {
        counted.add(grant);
      }
    }
    return new Outstanding(counted, lapseTick(units, carried) > tick ? carried : Carried.NONE);
  }

  /** {@return the first tick at which less counts, {@link #NO_LAPSE} if nothing is out} */
  long nextLapse(BucketUnits units) {
    long next = carried.permits() > 0 ? lapseTick(units, carried) : NO_LAPSE;
    for (SlotGrant grant : grants) {
      next = Math.min(next, lapseTick(units, grant.slot()));
    }
    return next;
  }

  /** {@return the instant at which nothing is out any more, 0 if nothing is} */
  long lastLapseMicros(BucketUnits units) {
    long last = carried.permits() > 0 ? carried.lapseMicros() : 0;
    for (SlotGrant grant : grants) {
      last = Math.max(last, lapseTick(units, grant.slot()) * units.tickMicros());
    }
    return last;
  }

  /** {@return how many permits of a slot are out} */
  long in(long slot) {
    for (SlotGrant grant : grants) {
      if (grant.slot() == slot) {
        return grant.permits();
      }
    }
    return 0;
  }

  /** {@return the same with another amount in one slot} */
  Outstanding with(long slot, long permits) {
    List<SlotGrant> changed = new ArrayList<>(grants.size() + 1);
    for (SlotGrant grant : grants) {
      if (grant.slot() != slot) {
        changed.add(grant);
      }
    }
    if (permits > 0) {
      changed.add(new SlotGrant(slot, permits));
    }
    return new Outstanding(changed, carried);
  }
}
