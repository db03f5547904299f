package dev.ratelimit.core.algorithm;

/**
 * A key under its limit at one instant, on which one operation is performed.
 *
 * <p>Every operation returns a {@link Step} and changes nothing here. Amounts are at least 0.
 *
 * <p>Immutable.
 */
public interface LimitedKey {

  /**
   * {@return whether {@code cost} permits are there, and what is left of the key without them}
   *
   * @param cost permits, at least 0
   */
  Step<Verdict> check(long cost);

  /**
   * {@return what {@link #check} would answer; its report is on the key as it is}
   *
   * @param cost permits, at least 0
   */
  Step<Verdict> peek(long cost);

  /**
   * {@return whether {@code cost} permits are there within {@code maxWaitMicros}, and what is left
   * of the key without them}
   *
   * @param cost permits, at least 0
   * @param maxWaitMicros the longest acceptable wait, at least 0
   * @throws IllegalArgumentException if this kind of limit has no reservations, or it cannot be
   *     reserved that far ahead
   */
  Step<Verdict> reserve(long cost, long maxWaitMicros);

  /**
   * {@return as many permits as are there, at most {@code want}}
   *
   * @param want permits, at least 0
   * @throws IllegalArgumentException if parts of a request cannot be taken under this kind of limit
   */
  Step<Grant> take(long want);

  /**
   * {@return the key after permits were given back, never beyond full}
   *
   * @param permits how many, at least 0
   */
  Step<Report> refund(long permits);

  /** {@return the key after it was reset} */
  Step<Report> reset();
}
