package dev.ratelimit;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Limits for properties: everyday ones, the extremes, and all between. */
final class Limits {

  static final long MOST = 1L << 52;
  private static final long LARGEST_COUNT = Long.MAX_VALUE / 1_000_000;
  private static final BigInteger CENTURY = BigInteger.valueOf(36_500L * 86_400_000_000L);

  private Limits() {}

  /** Permits, period in microseconds and burst; not all of them can be kept exactly. */
  record Terms(long permits, long periodMicros, long burst) {

    boolean refillsInTime() {
      BigInteger refill = big(burst).multiply(big(periodMicros));
      return refill.compareTo(CENTURY.multiply(big(permits))) <= 0;
    }

    BucketUnits units() {
      return BucketUnits.of(permits, periodMicros, burst);
    }

    boolean areLegal() {
      try {
        units();
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
  }

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  static Arbitrary<Terms> terms() {
    return Combinators.combine(amounts(), periods(), amounts())
        .as(Terms::new)
        .withoutEdgeCases(); // the extremes are among the amounts and periods already
  }

  static Arbitrary<Terms> legalTerms() {
    return terms().filter(Terms::areLegal);
  }

  static Arbitrary<BucketUnits> units() {
    return legalTerms().map(Terms::units);
  }

  private static Arbitrary<Long> amounts() {
    return Arbitraries.frequencyOf(
        Tuple.of(6, Arbitraries.longs().between(1, 1_000)),
        Tuple.of(3, Arbitraries.longs().between(1, 10_000_000_000L)),
        Tuple.of(2, Arbitraries.longs().between(1, MOST)),
        Tuple.of(2, Arbitraries.of(1L, 2L, MOST - 1, MOST)));
  }

  private static Arbitrary<Long> periods() {
    Arbitrary<Long> tick = Arbitraries.of(1L, 1_000L, 1_000_000L);
    Arbitrary<Long> ticks =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.of(1L, 60L, 1_000L, 3_600L, 86_400L)),
            Tuple.of(3, Arbitraries.longs().between(1, 1_000_000)),
            Tuple.of(1, Arbitraries.longs().between(1, LARGEST_COUNT)),
            Tuple.of(1, Arbitraries.of(1L, LARGEST_COUNT)));
    return Combinators.combine(tick, ticks).as((unit, count) -> unit * count);
  }
}
