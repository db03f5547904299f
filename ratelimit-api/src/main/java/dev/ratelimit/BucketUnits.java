package dev.ratelimit;

import static dev.ratelimit.Checks.inRange;

import java.math.BigInteger;

/**
 * The whole numbers in which a token bucket is kept exactly, for those who write a store.
 *
 * <p>What a bucket owes, its <em>debt</em>, is counted in units of which {@code unitsPerPermit}
 * make one permit and {@code unitsPerTick} are paid off each tick. A debt of 0 is a full bucket,
 * one of {@code capacity} an empty one, and one beyond it is owed by reservations.
 *
 * <p>Immutable.
 *
 * <p>Source: the debt is the theoretical arrival time of the generic cell rate algorithm (ITU-T
 * I.371, virtual scheduling) minus now, multiplied out so that nothing is a fraction.
 *
 * @param tickMicros the tick U: 1, 1,000 or 1,000,000 microseconds
 * @param unitsPerTick r, from 1 to 2^52; has no common divisor with {@code unitsPerPermit}
 * @param unitsPerPermit p, from 1 to 2^52
 * @param capacity C, the burst in units: a multiple of {@code unitsPerPermit}, at most 2^52
 */
public record BucketUnits(long tickMicros, long unitsPerTick, long unitsPerPermit, long capacity) {

  /** The largest capacity: 2^52, so that every debt is exact in a double too. */
  public static final long MAX_CAPACITY = 1L << 52;

  /** The largest debt of any bucket: 2^53. */
  public static final long MAX_DEBT = 1L << 53;

  private static final long[] TICKS = {1, 1_000, 1_000_000};
  private static final long HOUR_MICROS = 3_600_000_000L;
  private static final long CENTURY_DAYS = 36_500;
  private static final long DAY_MICROS = 24 * HOUR_MICROS;
  private static final long CENTURY_MICROS = CENTURY_DAYS * DAY_MICROS;
  private static final long SLOTS_PER_REFILL = 40;

  /**
   * Checks that the units are those of some limit.
   *
   * @param tickMicros 1, 1,000 or 1,000,000
   * @param unitsPerTick from 1 to 2^52
   * @param unitsPerPermit from 1 to 2^52
   * @param capacity from {@code unitsPerPermit} to 2^52
   * @throws IllegalArgumentException if they are those of no limit
   */
  public BucketUnits {
    if (tickMicros != TICKS[0] && tickMicros != TICKS[1] && tickMicros != TICKS[2]) {
      throw new IllegalArgumentException(
          "tickMicros must be 1, 1000 or 1000000, was " + tickMicros);
    }
    inRange("unitsPerTick", unitsPerTick, 1, MAX_CAPACITY);
    inRange("unitsPerPermit", unitsPerPermit, 1, MAX_CAPACITY);
    inRange("capacity", capacity, unitsPerPermit, MAX_CAPACITY);
    if (capacity % unitsPerPermit != 0) {
      throw new IllegalArgumentException(
          "capacity must be a multiple of unitsPerPermit " + unitsPerPermit + ", was " + capacity);
    }
    if (gcd(unitsPerTick, unitsPerPermit) != 1) {
      throw new IllegalArgumentException(
          "unitsPerTick must have no divisor in common with unitsPerPermit "
              + unitsPerPermit
              + ", was "
              + unitsPerTick);
    }
    if (ceilDiv(capacity, unitsPerTick) > CENTURY_MICROS / tickMicros) {
      throw new IllegalArgumentException(
          "capacity must be refilled within "
              + CENTURY_DAYS
              + " days by "
              + unitsPerTick
              + " units per "
              + tickMicros
              + " us, was "
              + capacity);
    }
  }

  /**
   * {@return the units of a limit: those of the smallest tick that keeps it exact}
   *
   * @param permits per period, from 1 to 2^52
   * @param periodMicros at least 1
   * @param burst from 1 to 2^52
   * @throws IllegalArgumentException if refilling takes over 36,500 days, or no tick fits
   */
  public static BucketUnits of(long permits, long periodMicros, long burst) {
    inRange("permits", permits, 1, MAX_CAPACITY);
    inRange("periodMicros", periodMicros, 1, Long.MAX_VALUE);
    inRange("burst", burst, 1, MAX_CAPACITY);
    refuseSlowRefill(permits, periodMicros, burst);
    for (long tick : TICKS) {
      if (periodMicros % tick != 0) {
        break;
      }
      long ticks = periodMicros / tick;
      long divisor = gcd(permits, ticks);
      long unitsPerPermit = ticks / divisor;
      if (burst <= MAX_CAPACITY / unitsPerPermit) {
        return new BucketUnits(tick, permits / divisor, unitsPerPermit, burst * unitsPerPermit);
      }
    }
    throw new IllegalArgumentException(
        "burst "
            + burst
            + " with "
            + permits
            + " permits per "
            + periodMicros
            + " us cannot be kept exactly: burst * period, in ticks and after division by what"
            + " period and permits have in common, must be at most 2^52");
  }

  private static void refuseSlowRefill(long permits, long periodMicros, long burst) {
    BigInteger refill = BigInteger.valueOf(burst).multiply(BigInteger.valueOf(periodMicros));
    BigInteger most = BigInteger.valueOf(CENTURY_MICROS).multiply(BigInteger.valueOf(permits));
    if (refill.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "burst "
              + burst
              + " at "
              + permits
              + " permits per "
              + periodMicros
              + " us takes "
              + days(refill, permits)
              + " days to refill, must be at most "
              + CENTURY_DAYS);
    }
  }

  /** {@return the time to refill in days, rounded up} */
  private static BigInteger days(BigInteger refillTimesPermits, long permits) {
    BigInteger day = BigInteger.valueOf(DAY_MICROS).multiply(BigInteger.valueOf(permits));
    return refillTimesPermits.subtract(BigInteger.ONE).divide(day).add(BigInteger.ONE);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** {@return how many permits a full bucket holds} */
  public long burst() {
    return capacity / unitsPerPermit;
  }

  /** {@return the largest debt a reservation can leave: one hour beyond empty, at most 2^53} */
  public long maxDebt() {
    return reach(ceilDiv(HOUR_MICROS, tickMicros));
  }

  /** {@return how many ticks a lease slot lasts: a fortieth of the time to refill, at least 1} */
  public long slotTicks() {
    return Math.max(1, capacity / (SLOTS_PER_REFILL * unitsPerTick));
  }

  /**
   * {@return the debt that is paid down to an empty bucket within {@code ticks}, at most 2^53}
   *
   * @param ticks at least 0
   */
  public long reach(long ticks) {
    return ticks > (MAX_DEBT - capacity) / unitsPerTick
        ? MAX_DEBT
        : capacity + ticks * unitsPerTick;
  }

  /**
   * {@return the tick of an instant}
   *
   * @param micros since the epoch, at least 0
   */
  public long tick(long micros) {
    return tickMicros == 1 ? micros : micros / tickMicros;
  }

  /**
   * {@return the whole permits that are available at a debt}
   *
   * @param debt from 0 to 2^53
   */
  public long level(long debt) {
    return debt >= capacity ? 0 : (capacity - debt) / unitsPerPermit;
  }

  /**
   * {@return how many ticks paying off {@code units} takes, rounded up}
   *
   * @param units from 0 to 2^53
   */
  public long ticksToPay(long units) {
    return ceilDiv(units, unitsPerTick);
  }

  /**
   * {@return how many microseconds after an instant {@code units} are paid off, rounded up}
   *
   * @param units from 0 to 2^53; 0 gives 0
   * @param micros the instant
   */
  public long microsToPay(long units, long micros) {
    return units == 0 ? 0 : (tick(micros) + ticksToPay(units)) * tickMicros - micros;
  }

  /**
   * {@return by how much a debt is too large for a cost, in units; 0 if the cost is there}
   *
   * @param debt from 0 to 2^53
   * @param cost from 0 to the burst; 0 is always there
   */
  public long shortfall(long debt, long cost) {
    return cost == 0 ? 0 : Math.max(0, debt - (capacity - cost * unitsPerPermit));
  }

  private static long ceilDiv(long a, long b) {
    return (a + (b - 1)) / b;
  }
}
