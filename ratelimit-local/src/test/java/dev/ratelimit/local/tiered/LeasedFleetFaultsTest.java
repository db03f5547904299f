package dev.ratelimit.local.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.fleet.Event;
import dev.ratelimit.testkit.fleet.FleetResult;
import dev.ratelimit.testkit.fleet.Shape;
import dev.ratelimit.testkit.fleet.Traffic;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever befalls a fleet that leases, it admits no more than one bucket would: 20 seeds each. */
class LeasedFleetFaultsTest {

  @ParameterizedTest
  @EnumSource
  void fleetInTrouble_admitsNoMoreThanOneBucket(Trouble trouble) {
    for (Shape shape : new Shape[] {Shape.EVEN_ABOVE, Shape.ROTATING_SLOWLY, Shape.COSTS}) {
      LeasedFleets.runs(shape, trouble::befall).forEach(FleetResult::assertWithinBound);
    }
  }

  @Test
  void instanceKilledWithALease_costsNoMoreThanThatOnce() {
    Duration killed = Duration.ofSeconds(5);

    for (FleetResult run :
        LeasedFleets.runs(Shape.SKEWED, fleet -> fleet.at(killed, Event.kill(0)))) {
      long afterwards = run.granted(killed.plusMillis(500), killed.plusMillis(5_500));

      // The others ask for 540 a second, and get it all.
      long asked = run.instances().stream().skip(1).mapToLong(one -> one.demanded()).sum();
      assertThat(afterwards).isGreaterThanOrEqualTo(asked * 5 / 12 * 95 / 100);
    }
  }

  /**
   * Under a limit that changes from instance to instance, no more is admitted than by the larger.
   */
  @Test
  void limitThatChangesOneInstanceAfterAnother_admitsNoMoreThanTheLarger() {
    TokenBucket larger = Limit.perSecond(2_000);

    for (FleetResult run :
        LeasedFleets.runs(
            Shape.EVEN_ABOVE,
            fleet -> {
              for (int instance = 0; instance < Shape.FLEET; instance++) {
                fleet.at(Duration.ofSeconds(1 + instance), Event.limit(instance, larger));
              }
              return fleet.heldAgainst(larger);
            })) {
      run.assertWithinBound();
    }
  }

  @Test
  void fleetOfALongTerm_admitsNoMoreThanOneBucket() {
    TokenBucket limit = Limit.perHour(36_000).withBurst(3_000); // a term of 29.7 s

    for (FleetResult run :
        LeasedFleets.runs(
            Shape.EVEN_ABOVE, limit, fleet -> fleet.traffic(Traffic.even(400)).loss(0.02))) {
      run.assertWithinBound();
      assertThat(run.callsPerSecond()).isLessThanOrEqualTo(300);
    }
  }
}
