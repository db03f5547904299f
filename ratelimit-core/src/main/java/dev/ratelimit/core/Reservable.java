package dev.ratelimit.core;

import dev.ratelimit.AllOf;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Unsupported;
import dev.ratelimit.core.bucket.Debt;
import java.util.OptionalLong;

/** Which limits can be reserved, and how far ahead. */
public final class Reservable {

  private Reservable() {}

  /**
   * {@return the longest wait that can be reserved, in microseconds; empty if this kind of limit
   * has no reservations}
   *
   * @param limit which
   */
  public static OptionalLong longestWait(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return OptionalLong.of(Debt.longestReservable(bucket.units()));
    }
    return limit instanceof AllOf all
        ? all.limits().stream().mapToLong(part -> Debt.longestReservable(part.units())).min()
        : OptionalLong.empty();
  }

  /**
   * Refuses a wait that cannot be reserved.
   *
   * @param limit which
   * @param maxWaitMicros the longest acceptable wait, at least 0
   * @throws IllegalArgumentException if this kind of limit has no reservations, or not so far ahead
   */
  public static void require(Limit limit, long maxWaitMicros) {
    if (limit instanceof TokenBucket bucket) {
      Debt.requireReservable(bucket.units(), maxWaitMicros);
    } else if (limit instanceof AllOf all) {
      all.limits().forEach(part -> Debt.requireReservable(part.units(), maxWaitMicros));
    } else {
      throw Unsupported.reserve(limit);
    }
  }
}
