package dev.ratelimit.local.fallback.posting;

import dev.ratelimit.BucketUnits;

/**
 * What shares admitted of one key that the store has not been told of. Immutable.
 *
 * @param permits how many, at least 1
 * @param own what would be owed for these permits alone
 * @param share what the key owed to the share that admitted the last of them
 */
record Admitted(long permits, ShareDebt own, ShareDebt share) {

  /*
   * What has been paid off to the share since is not owed to the store either. A share that owed
   * something before has paid that off meanwhile: as long as it owes more than these permits, none of
   * them is paid off. Where the share becomes another, by another limit or number of instances, its
   * bucket keeps its fill level, but here the permits are kept.
   */

  /** No key owes more than that many permits, so a greater sum says no more. */
  private static final long MOST = BucketUnits.MAX_DEBT;

  static Admitted of(long permits, ShareDebt share) {
    return new Admitted(Math.min(MOST, permits), share.of(permits), share);
  }

  /** {@return both, whichever was first} */
  Admitted and(Admitted other) {
    return other.share.micros() < share.micros() ? other.then(this) : then(other);
  }

  private Admitted then(Admitted later) {
    boolean same = later.share.units().equals(share.units());
    ShareDebt before = (same ? own : own.max(share)).as(later.share);
    return new Admitted(
        Math.min(MOST, permits + later.permits),
        before.plus(later.own),
        same ? later.share.max(share.as(later.share)) : later.share);
  }

  /** {@return how many are to be posted} */
  long postable(long nowMicros) {
    return Math.min(permits, own.max(share).permits(nowMicros));
  }

  /** {@return what is left when fewer permits than are to be posted have come back} */
  Admitted without(long returned, long nowMicros) {
    return new Admitted(
        permits - returned, own.without(returned, nowMicros), share.without(returned, nowMicros));
  }

  /** {@return as many of them} */
  Admitted only(long some) {
    return new Admitted(some, own, share);
  }
}
