package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.algorithm.KeyState;

/**
 * What is stored of a key: never that of a full bucket, which is not stored.
 *
 * <p>Invariant: the debt covers what is out on lease. Immutable.
 *
 * @param units of the limit it was written under
 * @param debt from 0 to the largest debt of the limit
 * @param tick of the last write
 * @param out permits out on lease
 * @param generation of the lease slots
 */
public record BucketState(BucketUnits units, long debt, long tick, Outstanding out, long generation)
    implements KeyState {

  @Override
  public long writtenMicros() {
    return tick * units.tickMicros();
  }

  static BucketState full(BucketUnits units, long tick) {
    return new BucketState(units, 0, tick, Outstanding.NONE, 0);
  }

  boolean isFull() {
    return debt == 0 && out.isEmpty();
  }

  BucketState withDebt(long debt) {
    return new BucketState(units, debt, tick, out, generation);
  }

  BucketState with(long debt, Outstanding out) {
    return new BucketState(units, debt, tick, out, generation);
  }
}
