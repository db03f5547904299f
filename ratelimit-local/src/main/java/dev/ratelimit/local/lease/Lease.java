package dev.ratelimit.local.lease;

import dev.ratelimit.core.store.LeaseId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Permits of one grant, to be spent here until it expires or is sealed.
 *
 * <p>{@link #spend} and {@link #left} may be called by any thread, all else by one at a time.
 */
final class Lease {

  private static final long SEALED = -1;

  private final LeaseId id;
  private final long granted;
  private final long expiryMicros;
  private final long levelBeside;
  private final AtomicLong left;
  private long told; // of the spent ones

  /**
   * Takes a grant in hand.
   *
   * @param levelBeside how many permits the store had left beside it
   */
  Lease(LeaseId id, long granted, long expiryMicros, long levelBeside) {
    this.id = id;
    this.granted = granted;
    this.expiryMicros = expiryMicros;
    this.levelBeside = levelBeside;
    this.left = new AtomicLong(granted);
  }

  /** {@return this one, and what was left of an older one of the same slot} */
  Lease and(Sealed older) {
    return new Lease(id, granted + older.unspent(), expiryMicros, levelBeside);
  }

  LeaseId id() {
    return id;
  }

  long expiryMicros() {
    return expiryMicros;
  }

  long levelBeside() {
    return levelBeside;
  }

  /** {@return how many permits can be spent, negative if it is sealed} */
  long left() {
    return left.get();
  }

  /** {@return how many are left after {@code cost} are spent; negative if that cannot be} */
  long spend(long cost, long nowMicros) {
    if (nowMicros >= expiryMicros) {
      return SEALED;
    }
    long before = left.get();
    while (before >= cost) {
      if (left.weakCompareAndSetVolatile(before, before - cost)) {
        return before - cost;
      }
      before = left.get();
    }
    return SEALED;
  }

  /** Takes back what was spent and not told of. {@return how many of {@code permits}} */
  long unspend(long permits) {
    long before = left.get();
    while (before >= 0) {
      long back = Math.min(permits, granted - before - told);
      if (back <= 0) {
        return 0;
      }
      if (left.compareAndSet(before, before + back)) {
        return back;
      }
      before = left.get();
    }
    return 0;
  }

  /** {@return how many have been spent} */
  long spent() {
    return granted - Math.max(0, left.get());
  }

  /** {@return how many have been spent and not told of} */
  long untold() {
    return spent() - told;
  }

  /** {@return how many have been spent and not told of, which now they are} */
  long tell() {
    long untold = untold();
    told += untold;
    return untold;
  }

  /**
   * Nothing can be spent any more.
   *
   * @return how many were left; what has been spent since the last time is asked for before
   */
  Sealed seal() {
    long unspent = left.getAndSet(SEALED);
    long spent = granted - unspent - told;
    told += spent;
    return new Sealed(granted, unspent, spent);
  }

  /**
   * What became of a lease.
   *
   * @param granted how many permits it was of
   * @param unspent permits that were left
   * @param spent permits that were spent and not told of yet
   */
  record Sealed(long granted, long unspent, long spent) {}
}
