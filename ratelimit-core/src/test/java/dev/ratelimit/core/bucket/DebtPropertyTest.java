package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.SlowLimit.big;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** The arithmetic against its definition, in numbers that cannot overflow. */
class DebtPropertyTest {

  private static final long MAX_DEBT = 1L << 53;
  private static final long LATEST = 4_000_000_000_000_000L;

  @Provide
  Arbitrary<Terms> terms() {
    return Plan.legalTerms();
  }

  @Property
  void conversion_isExact(
      @ForAll("terms") Terms from,
      @ForAll("terms") Terms to,
      @ForAll @LongRange(min = 0, max = MAX_DEBT) long anyDebt,
      @ForAll @LongRange(min = 0, max = LATEST) long micros) {
    assertConverted(from, to, anyDebt % (from.units().maxDebt() + 1), micros);
    assertConverted(from, to, anyDebt % (from.units().capacity() + 1), micros);
  }

  private static void assertConverted(Terms from, Terms to, long debt, long micros) {
    SlowLimit before = SlowLimit.of(from);
    SlowLimit after = SlowLimit.of(to);
    SlowState stored = new SlowState(before, big(debt), before.tick(big(micros)), List.of(), 0);

    long converted = Debt.converted(from.units(), to.units(), debt, micros);

    BigInteger expected =
        before.equals(after)
            ? big(converted)
            : SlowRefill.of(stored, after, big(micros)).present().debt();
    assertThat(big(converted)).isEqualTo(expected);
    assertThat(converted).isBetween(0L, to.units().maxDebt());
  }

  @Property
  void debt_isPaidOffExactly(
      @ForAll("terms") Terms terms,
      @ForAll @LongRange(min = 0, max = MAX_DEBT) long anyDebt,
      @ForAll @LongRange(min = 0) long anyTicks) {
    BucketUnits units = terms.units();
    long debt = anyDebt % (units.maxDebt() + 1);
    long ticks = anyTicks % (2 * units.ticksToPay(debt) + 1);

    BigInteger paid = big(ticks).multiply(big(units.unitsPerTick()));
    BigInteger left = big(debt).subtract(paid).max(BigInteger.ZERO);
    assertThat(big(Debt.paidOff(units, debt, ticks))).isEqualTo(left);
    assertThat(Debt.paidOff(units, debt, Long.MAX_VALUE)).isZero();
  }

  @Property
  void refund_isExact(
      @ForAll("terms") Terms terms,
      @ForAll @LongRange(min = 0, max = MAX_DEBT) long anyDebt,
      @ForAll @LongRange(min = 0) long anyPermits) {
    BucketUnits units = terms.units();
    long debt = anyDebt % (units.maxDebt() + 1);
    long permits = anyPermits % (2 * (debt / units.unitsPerPermit()) + 2);

    BigInteger given = big(permits).multiply(big(units.unitsPerPermit()));
    BigInteger left = big(debt).subtract(given).max(BigInteger.ZERO);
    assertThat(big(Debt.refunded(units, debt, permits))).isEqualTo(left);
    assertThat(Debt.refunded(units, debt, Long.MAX_VALUE)).isZero();
  }

  @Property
  void reservable_isTheLargestDebtThatReservationsReach(
      @ForAll("terms") Terms terms,
      @ForAll @LongRange(min = 0, max = 3_600_000_000L) long anyWait,
      @ForAll @LongRange(min = 0, max = LATEST) long micros) {
    BucketUnits units = terms.units();
    long most = (MAX_DEBT - units.capacity()) / units.unitsPerTick();
    long longest = most > 3_600_000_000L ? 3_600_000_000L : most * units.tickMicros();
    long maxWait = Math.min(3_600_000_000L, anyWait % (longest + 1));

    long reservable = Debt.reservable(units, maxWait, micros);

    // One permit at once, owed from just as much debt as is allowed, and from one unit more.
    assertThat(waitFromDebt(units, reservable, micros)).isLessThanOrEqualTo(maxWait);
    if (reservable < units.maxDebt()) {
      assertThat(waitFromDebt(units, reservable + 1, micros)).isGreaterThan(maxWait);
    }
  }

  private static long waitFromDebt(BucketUnits units, long after, long micros) {
    return units.microsToPay(Math.max(0, after - units.capacity()), micros);
  }
}
