package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.SlowLimit.big;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.core.bucket.Fleet.Admission;
import dev.ratelimit.core.bucket.Request.Op;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Cases 14 and 34: over any stretch D, admitted - refunded is at most burst + rate * (D + U). */
class BoundPropertyTest {

  @Provide
  Arbitrary<Plan> refunds() {
    return Plan.steady(op -> op != Op.RESERVE);
  }

  @Provide
  Arbitrary<Plan> reservations() {
    return Plan.steady(op -> op != Op.REFUND && op != Op.RESET);
  }

  @Property
  void anyHistoryWithRefunds_isBounded(@ForAll("refunds") Plan plan) {
    assertBounded(plan);
  }

  /** Without refunds: a reservation counts when its wait ends, but its refund would at once. */
  @Property
  void anyHistoryWithReservations_isBounded(@ForAll("reservations") Plan plan) {
    assertBounded(plan);
  }

  private static void assertBounded(Plan plan) {
    Fleet fleet = new Fleet(plan);
    plan.moves().forEach(fleet::play);

    List<Admission> admissions =
        fleet.admissions().stream().sorted(Comparator.comparing(Admission::micros)).toList();
    for (int first = 0; first < admissions.size(); first++) {
      assertBounded(plan, admissions.subList(first, admissions.size()));
    }
  }

  /** Every stretch that begins with the first admission. */
  private static void assertBounded(Plan plan, List<Admission> admissions) {
    BucketUnits units = plan.limits().get(0).units();
    BigInteger admitted = BigInteger.ZERO;
    for (Admission last : admissions) {
      admitted = admitted.add(last.units());
      long stretch = last.micros() - admissions.get(0).micros();
      if (admitted.multiply(big(units.tickMicros())).compareTo(bound(units, stretch)) > 0) {
        assertThat(admissions).as("more than the bound within %d us", stretch).isEmpty();
      }
    }
  }

  /** In units, times the tick. */
  private static BigInteger bound(BucketUnits units, long stretchMicros) {
    BigInteger tick = big(units.tickMicros());
    BigInteger refilled = big(units.unitsPerTick()).multiply(big(stretchMicros).add(tick));
    return big(units.capacity()).multiply(tick).add(refilled);
  }
}
