package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import java.math.BigInteger;

/**
 * The arithmetic of a bucket's debt, in the units of its limit. All durations are rounded up.
 *
 * <p>Source: the generic cell rate algorithm in its virtual scheduling form, multiplied out to
 * integers.
 */
public final class Debt {

  private static final long HOUR_MICROS = 3_600_000_000L;

  private Debt() {}

  /**
   * {@return what is left of a debt after some ticks}
   *
   * @param units of the limit
   * @param debt from 0 to 2^53
   * @param ticks at least 0
   */
  public static long paidOff(BucketUnits units, long debt, long ticks) {
    // Compared first: the product can pass 2^63.
    return ticks >= units.ticksToPay(debt) ? 0 : debt - ticks * units.unitsPerTick();
  }

  /**
   * {@return the largest debt from which a reservation made at an instant may leave the bucket:
   * what is paid down to empty within the longest acceptable wait}
   *
   * @param units of the limit
   * @param maxWaitMicros at least 0
   * @param micros the instant
   */
  public static long reservable(BucketUnits units, long maxWaitMicros, long micros) {
    long intoTick = micros - units.tick(micros) * units.tickMicros();
    return units.reach((maxWaitMicros + intoTick) / units.tickMicros());
  }

  /**
   * Refuses a wait that could leave a debt which is not exact any more.
   *
   * @param units of the limit
   * @param maxWaitMicros at least 0
   * @throws IllegalArgumentException if the wait is over an hour, or reaches a debt above 2^53
   */
  public static void requireReservable(BucketUnits units, long maxWaitMicros) {
    if (maxWaitMicros > HOUR_MICROS) {
      throw new IllegalArgumentException(
          "maxWait must be at most " + HOUR_MICROS + " us, was " + maxWaitMicros + " us");
    }
    if (maxWaitMicros > longestReservable(units)) {
      throw new IllegalArgumentException(
          "maxWait must be at most "
              + longestReservable(units)
              + " us to be exact under this limit, was "
              + maxWaitMicros
              + " us");
    }
  }

  /**
   * {@return the longest wait that can be reserved: an hour, or less where an hour would reach a
   * debt above 2^53}
   *
   * @param units of the limit
   */
  public static long longestReservable(BucketUnits units) {
    long ticks = (BucketUnits.MAX_DEBT - units.capacity()) / units.unitsPerTick();
    return ticks > HOUR_MICROS / units.tickMicros() ? HOUR_MICROS : ticks * units.tickMicros();
  }

  /**
   * {@return what is left of a debt after permits are given back}
   *
   * @param units of the limit
   * @param debt from 0 to 2^53
   * @param permits at least 0
   */
  public static long refunded(BucketUnits units, long debt, long permits) {
    long owed = ceilDiv(debt, units.unitsPerPermit());
    return permits >= owed ? 0 : debt - permits * units.unitsPerPermit();
  }

  /**
   * {@return a debt under a changed limit: the fill level is kept, and debt beyond empty keeps its
   * duration}
   *
   * @param from the limit the debt is counted under
   * @param to the limit to count it under
   * @param debt at the instant, from 0 to 2^53
   * @param micros the instant
   */
  public static long converted(BucketUnits from, BucketUnits to, long debt, long micros) {
    if (debt == 0) {
      return 0;
    }
    long kept =
        debt <= from.capacity()
            ? scaledUp(debt, to.capacity(), from.capacity())
            : overdue(from, to, debt - from.capacity());
    long credited = from.tick(micros) * from.tickMicros();
    // A coarser new tick has partly been credited already: it is charged once more.
    long again = credited > to.tick(micros) * to.tickMicros() ? to.unitsPerTick() : 0;
    return Math.min(kept + again, to.maxDebt());
  }

  private static long overdue(BucketUnits from, BucketUnits to, long beyondEmpty) {
    long waitMicros = from.ticksToPay(beyondEmpty) * from.tickMicros();
    return to.reach(ceilDiv(waitMicros, to.tickMicros()));
  }

  /** {@return {@code ceil(a * b / c)}, of which the product may need 105 bits} */
  private static long scaledUp(long a, long b, long c) {
    if (Math.multiplyHigh(a, b) == 0 && a * b >= 0) {
      return a * b / c + (a * b % c == 0 ? 0 : 1);
    }
    BigInteger[] quotient =
        BigInteger.valueOf(a)
            .multiply(BigInteger.valueOf(b))
            .divideAndRemainder(BigInteger.valueOf(c));
    return quotient[0].longValueExact() + quotient[1].signum();
  }

  static long ceilDiv(long a, long b) {
    return (a + (b - 1)) / b;
  }
}
