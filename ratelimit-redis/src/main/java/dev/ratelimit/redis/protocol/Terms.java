package dev.ratelimit.redis.protocol;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Unsupported;

/**
 * A limit made ready to be asked about.
 *
 * @param limit the limit
 * @param most the most permits it can grant at once
 * @param protocol how keys under it are asked about
 */
public record Terms(Limit limit, long most, Protocol protocol) {

  /** {@return whether a cost is decided by what is stored, and not by the limit alone} */
  boolean isChargeable(long cost) {
    return cost > 0 && cost <= most;
  }

  /** Refuses to take what is there under a kind of limit that does not know of it. */
  void requireTakeable() {
    if (!(limit instanceof TokenBucket)) {
      throw Unsupported.take(limit);
    }
  }

  /** {@return a refund that no limit tells from a larger one} */
  static long cutRefund(long permits) {
    return Math.min(permits, BucketUnits.MAX_DEBT);
  }
}
