package dev.ratelimit;

import static dev.ratelimit.Limits.big;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.Limits.Terms;
import java.math.BigInteger;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** The units against their definition, in numbers that cannot overflow. */
class BucketUnitsPropertyTest {

  private static final long MAX_DEBT = 1L << 53;
  private static final long LATEST = 4_000_000_000_000_000L;

  @Provide
  Arbitrary<Terms> terms() {
    return Limits.terms();
  }

  @Provide
  Arbitrary<Terms> legalTerms() {
    return Limits.legalTerms();
  }

  @Provide
  Arbitrary<BucketUnits> units() {
    return Limits.units();
  }

  @Property
  void anyLimit_isKeptInTheSmallestTickThatFits_orRefused(@ForAll("terms") Terms terms) {
    Optional<BucketUnits> expected = unitsOf(terms);

    if (expected.isPresent()) {
      assertThat(BucketUnits.of(terms.permits(), terms.periodMicros(), terms.burst()))
          .isEqualTo(expected.get());
    } else {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> BucketUnits.of(terms.permits(), terms.periodMicros(), terms.burst()));
    }
  }

  private static Optional<BucketUnits> unitsOf(Terms terms) {
    if (!terms.refillsInTime()) {
      return Optional.empty();
    }
    for (long tick : new long[] {1, 1_000, 1_000_000}) {
      BigInteger ticks = big(terms.periodMicros() / tick);
      BigInteger common = ticks.gcd(big(terms.permits()));
      BigInteger perPermit = ticks.divide(common);
      BigInteger capacity = perPermit.multiply(big(terms.burst()));
      if (terms.periodMicros() % tick == 0 && capacity.compareTo(big(Limits.MOST)) <= 0) {
        long perTick = big(terms.permits()).divide(common).longValueExact();
        return Optional.of(
            new BucketUnits(tick, perTick, perPermit.longValueExact(), capacity.longValueExact()));
      }
    }
    return Optional.empty();
  }

  @Property
  void rate_isTheLimitsExactly(@ForAll("legalTerms") Terms terms) {
    BucketUnits units = BucketUnits.of(terms.permits(), terms.periodMicros(), terms.burst());

    BigInteger unitsPerPeriod =
        big(units.unitsPerTick()).multiply(big(terms.periodMicros() / units.tickMicros()));
    assertThat(unitsPerPeriod)
        .isEqualTo(big(terms.permits()).multiply(big(units.unitsPerPermit())));
  }

  @Property
  void microsToPay_areJustEnough(
      @ForAll("units") BucketUnits units,
      @ForAll @LongRange(min = 1, max = 1_000) long thousandths,
      @ForAll @LongRange(min = 0, max = LATEST) long micros) {
    long debt = Math.max(1, units.maxDebt() / 1_000 * thousandths);

    long wait = units.microsToPay(debt, micros);

    assertThat(paid(units, micros, micros + wait)).isGreaterThanOrEqualTo(big(debt));
    assertThat(paid(units, micros, micros + wait - 1)).isLessThan(big(debt));
  }

  private static BigInteger paid(BucketUnits units, long from, long to) {
    long ticks = to / units.tickMicros() - from / units.tickMicros();
    return big(units.unitsPerTick()).multiply(big(ticks));
  }

  @Property
  void shortfallAndLevel_agree(
      @ForAll("units") BucketUnits units,
      @ForAll @LongRange(min = 0, max = MAX_DEBT) long anyDebt,
      @ForAll @LongRange(min = 1, max = 1L << 52) long anyCost) {
    long debt = anyDebt % (units.maxDebt() + 1);
    long cost = 1 + anyCost % units.burst();

    boolean there = units.shortfall(debt, cost) == 0;

    assertThat(there).isEqualTo(cost <= units.level(debt));
    assertThat(units.level(debt)).isBetween(0L, units.burst());
  }

  @Property
  void reach_isExactOrCut(
      @ForAll("units") BucketUnits units, @ForAll @LongRange(min = 0) long ticks) {
    BigInteger exact = big(units.capacity()).add(big(units.unitsPerTick()).multiply(big(ticks)));

    assertThat(units.reach(ticks)).isEqualTo(exact.min(big(MAX_DEBT)).longValueExact());
  }
}
