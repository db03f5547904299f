package dev.ratelimit.core.bucket;

import dev.ratelimit.BucketUnits;
import java.math.BigInteger;

/** The units of a limit as the specification defines them, in numbers that cannot overflow. */
record SlowLimit(BigInteger u, BigInteger r, BigInteger p, BigInteger c) {

  static final BigInteger MAX_CAPACITY = BigInteger.TWO.pow(52);
  static final BigInteger MAX_DEBT = BigInteger.TWO.pow(53);
  static final BigInteger HOUR = big(3_600_000_000L);

  static SlowLimit of(Terms terms) {
    for (long tick : new long[] {1, 1_000, 1_000_000}) {
      BigInteger[] period = big(terms.periodMicros()).divideAndRemainder(big(tick));
      BigInteger common = period[0].gcd(big(terms.permits()));
      BigInteger perPermit = period[0].divide(common);
      BigInteger capacity = perPermit.multiply(big(terms.burst()));
      if (period[1].signum() == 0 && capacity.compareTo(MAX_CAPACITY) <= 0) {
        return new SlowLimit(big(tick), big(terms.permits()).divide(common), perPermit, capacity);
      }
    }
    throw new AssertionError("no tick for " + terms);
  }

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  static BigInteger ceilDiv(BigInteger a, BigInteger b) {
    BigInteger[] quotient = a.divideAndRemainder(b);
    return quotient[0].add(big(quotient[1].signum()));
  }

  BucketUnits units() {
    return new BucketUnits(
        u.longValueExact(), r.longValueExact(), p.longValueExact(), c.longValueExact());
  }

  BigInteger burst() {
    return c.divide(p);
  }

  BigInteger maxDebt() {
    return c.add(ceilDiv(HOUR, u).multiply(r)).min(MAX_DEBT);
  }

  BigInteger slotTicks() {
    return c.divide(r.multiply(big(40))).max(BigInteger.ONE);
  }

  BigInteger slotOf(BigInteger tick) {
    return tick.divide(slotTicks());
  }

  BigInteger lapseMicros(BigInteger slot) {
    return slot.add(big(5)).multiply(slotTicks()).multiply(u);
  }

  BigInteger tick(BigInteger micros) {
    return micros.divide(u);
  }
}
