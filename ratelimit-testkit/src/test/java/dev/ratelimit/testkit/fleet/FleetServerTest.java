package dev.ratelimit.testkit.fleet;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeasingStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetServerTest {

  private static final TokenBucket ONE_A_SECOND = Limit.perSecond(1);

  private static Fleet one(TokenBucket limit) {
    return Fleet.of(limit).instances(1).latency(ofMillis(1));
  }

  private static List<Long> admittedMillis(FleetResult result) {
    return result.admissions().stream().map(one -> one.micros() / 1_000).toList();
  }

  @Test
  void clockThatStepsAhead_refillsAndAdmissionsKeepTheirTrueInstant() {
    FleetResult result =
        one(ONE_A_SECOND)
            .at(ofMillis(150), Event.stepServerClock(ofSeconds(10)))
            .traffic(Checks.atMillis(99, 199, 299))
            .run(ofSeconds(1));

    assertThat(admittedMillis(result)).containsExactly(100L, 200L);
    assertThat(result.ledger(Traffic.KEY).worstExcess()).isEqualTo(1);
  }

  @Test
  void clockThatStepsBack_keepsWhatIsOwedAndAdmissionsTheirTrueInstant() {
    FleetResult result =
        one(ONE_A_SECOND)
            .at(ofMillis(150), Event.stepServerClock(ofSeconds(-10)))
            .traffic(Checks.atMillis(99, 199, 1_198, 1_200))
            .run(ofSeconds(2));

    assertThat(admittedMillis(result)).containsExactly(100L, 1_201L);
  }

  @Test
  void decisionUnderwayWhenTheClockSteps_keepsItsTrueInstant() {
    FleetResult result =
        one(ONE_A_SECOND)
            .latency(ofMillis(5))
            .at(ofMillis(7), Event.stepServerClock(ofMillis(2)))
            .at(ofMillis(8), Event.stepServerClock(ofMillis(-4)))
            .traffic(Checks.atMillis(0))
            .run(ofSeconds(1));

    assertThat(admittedMillis(result)).containsExactly(5L);
  }

  @Test
  void decisionUnderwayWhenTheClockStepsFarBack_keepsItsTrueInstant() {
    FleetResult result =
        one(ONE_A_SECOND)
            .latency(ofMillis(5))
            .at(ofMillis(7), Event.stepServerClock(ofMillis(-20)))
            .traffic(Checks.atMillis(0))
            .run(ofSeconds(1));

    assertThat(admittedMillis(result)).containsExactly(5L);
  }

  @Test
  void emptiedStore_hasFullKeys() {
    FleetResult result =
        one(ONE_A_SECOND)
            .at(ofMillis(150), Event.emptyStore())
            .traffic(Checks.atMillis(99, 199))
            .run(ofSeconds(1));

    assertThat(result.total().admitted()).isEqualTo(2);
  }

  @Test
  void newLimit_isSeenByThatInstanceAlone() {
    FleetResult result =
        Fleet.of(Limit.perHour(1))
            .instances(2)
            .at(ofMillis(50), Event.limit(1, Limit.unlimited()))
            .traffic(
                Traffic.exactly(
                    List.of(
                        new Arrival(10_000, 0, "a", 1),
                        new Arrival(60_000, 0, "a", 1),
                        new Arrival(60_000, 1, "a", 1))))
            .run(ofSeconds(1));

    assertThat(result.instances()).extracting(Tally::admitted).containsExactly(1L, 1L);
    assertThat(result.instances()).extracting(Tally::calls).containsExactly(2L, 0L);
  }

  @Test
  void keysUnderSeveralRules_areHeldAgainstTheirOwn() {
    Rules rules = key -> Rule.of(key.equals("a") ? Limit.perHour(3) : Limit.perHour(1));

    FleetResult result =
        Fleet.of(rules)
            .traffic(Traffic.even(1_000).withKeys(random -> random.nextBoolean() ? "a" : "b"))
            .run(ofSeconds(1));

    result.assertWithinBound();
    assertThat(result.limits()).containsOnlyKeys("a", "b");
    assertThat(result.ledger("a").admitted()).isEqualTo(3);
    assertThat(result.ledger("b").admitted()).isEqualTo(1);
    assertThat(result.ideal()).isEqualTo(4);
  }

  @Test
  void otherBound_isWhatAdmissionsAreHeldAgainst() {
    FleetResult result =
        one(Limit.perHour(3))
            .heldAgainst(Limit.perHour(2))
            .traffic(Checks.atMillis(1, 2, 3, 4))
            .run(ofSeconds(1));

    assertThat(result.ledger(Traffic.KEY).worstExcess()).isEqualTo(1);
    assertThat(result.largestStretch()).isEqualTo(1.5);
    assertThat(result.ideal()).isEqualTo(2);
    assertThatThrownBy(result::assertWithinBound).isInstanceOf(AssertionError.class);
  }

  @Test
  void limitOfAnotherKind_needsABoundToBeHeldAgainst() {
    Fleet fleet =
        Fleet.of(Rules.all(Limit.fixedWindow(2, Duration.ofHours(1))))
            .traffic(Checks.atMillis(1, 2, 3));

    assertThatThrownBy(() -> fleet.run(ofSeconds(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("limit of key \"key\" must be a token bucket, was ");
    assertThat(fleet.heldAgainst(Limit.perHour(4)).run(ofSeconds(1)).total().admitted())
        .isEqualTo(2);
  }

  @Test
  void foreignChecks_seeWhatIsOutOnLease() {
    FleetResult result =
        one(Limit.perSecond(1_000))
            .limiter(
                backed -> {
                  LeasingStore store = (LeasingStore) backed.store();
                  Rule rule = backed.rules().ruleFor(Traffic.KEY);
                  var unused = store.leaseAsync(Traffic.KEY, rule, LeaseCall.grant(100), 0);
                  return backed;
                })
            .foreign(
                Traffic.exactly(
                    List.of(
                        new Arrival(90_000, 0, Traffic.KEY, 901),
                        new Arrival(90_000, 0, Traffic.KEY, 900))))
            .run(ofSeconds(1));

    assertThat(result.foreign().denied()).isEqualTo(1);
    assertThat(result.admissions()).containsExactly(new Admission(90_000, 1, Traffic.KEY, 900));
    assertThat(result.utilisation()).isEqualTo(900 / 901.0);
  }
}
