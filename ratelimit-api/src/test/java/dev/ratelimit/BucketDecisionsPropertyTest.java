package dev.ratelimit;

import static dev.ratelimit.Limits.big;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** A decision that is read late equals one whose values were worked out at once. */
class BucketDecisionsPropertyTest {

  private static final long LATEST = 4_000_000_000_000_000L;

  @Provide
  Arbitrary<BucketUnits> units() {
    return Limits.units();
  }

  @Property
  void allowed_equalsTheEagerOne(
      @ForAll("units") BucketUnits units,
      @ForAll @LongRange(min = 0, max = 1L << 53) long anyDebt,
      @ForAll @LongRange(min = 0, max = LATEST) long at) {
    long debt = anyDebt % (units.maxDebt() + 1);

    Decision lazy = BucketDecisions.of(units, "free", Origin.LOCAL).allowed(debt, at);

    Duration reset = debt == 0 ? Duration.ZERO : wait(units, big(debt), at);
    assertSame(lazy, with(Decision.allowed(units.burst(), level(units, debt)), reset, at));
  }

  @Property
  void denied_equalsTheEagerOne(
      @ForAll("units") BucketUnits units,
      @ForAll @LongRange(min = 0, max = 1L << 53) long anyDebt,
      @ForAll @LongRange(min = 0, max = LATEST) long at) {
    long debt = 1 + anyDebt % units.maxDebt();
    long cost = level(units, debt) + 1;
    BigInteger free = big(units.capacity()).subtract(big(cost * units.unitsPerPermit()));

    Decision lazy = BucketDecisions.of(units, "free", Origin.LOCAL).denied(debt, cost, at);

    Duration wait = wait(units, big(debt).subtract(free), at);
    Decision eager = Decision.denied(units.burst(), level(units, debt), wait);
    assertSame(lazy, with(eager, wait(units, big(debt), at), at));
  }

  @Property
  void never_equalsTheEagerOne(
      @ForAll("units") BucketUnits units,
      @ForAll @LongRange(min = 1) long more,
      @ForAll @LongRange(min = 0, max = LATEST) long at) {
    long cost = units.burst() + Math.min(more, Long.MAX_VALUE - units.burst());

    Decision lazy = BucketDecisions.of(units, "free", Origin.LOCAL).denied(1, cost, at);

    Decision eager = Decision.never(units.burst(), level(units, 1));
    assertSame(lazy, with(eager, wait(units, BigInteger.ONE, at), at));
  }

  private static Decision with(Decision outcome, Duration resetAfter, long at) {
    return outcome.toBuilder()
        .ruleName("free")
        .resetAfter(resetAfter)
        .at(Instant.EPOCH.plus(at, ChronoUnit.MICROS))
        .build();
  }

  private static void assertSame(Decision lazy, Decision eager) {
    assertThat(lazy).isEqualTo(eager).hasSameHashCodeAs(eager).hasToString(eager.toString());
    assertThat(eager).isEqualTo(lazy);
    assertThat(lazy.toBuilder().build()).isEqualTo(eager);
  }

  private static long level(BucketUnits units, long debt) {
    BigInteger free = big(units.capacity()).subtract(big(debt));
    return free.max(BigInteger.ZERO).divide(big(units.unitsPerPermit())).longValueExact();
  }

  private static Duration wait(BucketUnits units, BigInteger toPay, long at) {
    BigInteger perTick = big(units.unitsPerTick());
    BigInteger ticks = toPay.add(perTick).subtract(BigInteger.ONE).divide(perTick);
    BigInteger paid = ticks.add(big(at / units.tickMicros())).multiply(big(units.tickMicros()));
    return Duration.of(paid.subtract(big(at)).longValueExact(), ChronoUnit.MICROS);
  }
}
