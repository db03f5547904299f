package dev.ratelimit.testkit.fleet;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetTest {

  private static final TokenBucket LIMIT = Limit.perSecond(1_000);

  private static Fleet naive(Shape shape) {
    return Fleet.of(LIMIT)
        .traffic(shape.traffic())
        .limiter(backed -> NaiveBatches.limiter(backed, 100));
  }

  @Test
  void limiterWithSimpleBatches_isFoundOut() {
    FleetResult result = naive(Shape.SURGE).run(Shape.SURGE.length());

    assertThat(result.largestStretch()).isGreaterThan(1.3);
    assertThatThrownBy(result::assertWithinBound)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("too many under");
  }

  @Test
  void limiterWithSimpleBatches_savesCalls() {
    FleetResult result = naive(Shape.EVEN_BELOW).run(Shape.EVEN_BELOW.length());

    assertThat(result.callsPerSecond()).isLessThan(20);
    assertThat(result.total().answers(Origin.LOCAL)).isGreaterThan(7_500);
    assertThat(result.utilisation()).isEqualTo(1);
  }

  @Test
  void permitsAdmittedInTheInstance_countAtTheTrueInstant() {
    FleetResult result =
        Fleet.of(LIMIT)
            .instances(1)
            .clock(0, ofMillis(-5), 1)
            .latency(ofMillis(2))
            .limiter(backed -> NaiveBatches.limiter(backed, 10))
            .traffic(Checks.atMillis(10, 20, 30))
            .run(ofSeconds(1));

    assertThat(result.admissions())
        .extracting(Admission::micros)
        .containsExactly(12_000L, 20_000L, 30_000L);
  }

  @Test
  void everythingAtOnce_isTheSameWithTheSameSeed() {
    Fleet fleet =
        naive(Shape.COSTS)
            .traffic(Shape.EVEN_ABOVE.traffic())
            .loss(0.02)
            .clock(3, ofMillis(7), 1.005)
            .at(ofMillis(500), Event.kill(1))
            .at(ofMillis(700), Event.restart(1))
            .at(ofMillis(600), Event.pause(2))
            .at(ofMillis(900), Event.resume(2))
            .at(ofMillis(1_000), Event.limit(4, Limit.perSecond(2_000)))
            .foreign(Traffic.even(50))
            .seed(9);

    FleetResult first = fleet.run(ofSeconds(3));

    assertThat(fleet.run(ofSeconds(3))).isEqualTo(first).hasSameHashCodeAs(first);
    assertThat(fleet.seed(10).run(ofSeconds(3))).isNotEqualTo(first);
    assertThat(first.total().failed()).isPositive();
    assertThat(first.total().missed()).isPositive();
  }

  @Test
  void randomNumbersOfLimiters_areOfTheSeedAndOfTheInstance() {
    List<Long> drawn = new ArrayList<>();
    Fleet fleet =
        Fleet.of(LIMIT)
            .instances(2)
            .limiter(
                (backed, random) -> {
                  drawn.add(random.nextLong());
                  return backed;
                });

    fleet.run(ofSeconds(1));
    fleet.run(ofSeconds(1));
    fleet.seed(1).run(ofSeconds(1));

    assertThat(drawn.subList(0, 2)).doesNotHaveDuplicates().isEqualTo(drawn.subList(2, 4));
    assertThat(drawn.subList(4, 6)).doesNotContainAnyElementsOf(drawn.subList(0, 2));
  }

  @Test
  void limiterThatFailsOtherwise_endsTheRun() {
    IllegalStateException bug = new IllegalStateException("a bug");
    Fleet fleet =
        Fleet.of(
                key -> {
                  throw bug;
                })
            .heldAgainst(LIMIT)
            .traffic(Checks.atMillis(5));

    assertThatThrownBy(() -> fleet.run(ofSeconds(1))).isSameAs(bug);
  }

  @Test
  void callbackThatFails_endsTheRun() {
    Fleet fleet =
        Fleet.of(LIMIT)
            .limiter(
                backed -> {
                  backed.timeSource().schedule(ofMillis(1), () -> Checks.of(0, (long[]) null));
                  return backed;
                });

    assertThatThrownBy(() -> fleet.run(ofSeconds(1))).isInstanceOf(NullPointerException.class);
  }

  @Test
  void grantedInAStretch_areTheAdmissionsInIt() {
    FleetResult result =
        Fleet.of(LIMIT)
            .latency(Duration.ZERO)
            .traffic(Checks.atMillis(10, 20, 30))
            .run(ofSeconds(2));

    assertThat(result.granted(ofMillis(10), ofMillis(30))).isEqualTo(2);
    assertThat(result.callsPerSecond()).isEqualTo(1.5);
  }

  @Test
  void worstServed_isMeasuredByDemandOrAnEqualShare() {
    FleetResult result =
        Fleet.of(Limit.perHour(8))
            .instances(4)
            .traffic(Checks.of(0, 1, 2, 3, 4, 5, 6, 7, 8).and(List.of(new Arrival(0, 1, "key", 1))))
            .run(Duration.ofHours(1));

    assertThat(result.worstServed()).as("1 of 1; 7 of a share of 4").isEqualTo(1);
    assertThat(result.utilisation()).isEqualTo(1);
    assertThat(result.ideal()).isEqualTo(8);
  }

  @Test
  void nobodyServed_isZero() {
    FleetResult result = Fleet.of(LIMIT).loss(1).traffic(Checks.atMillis(1)).run(ofSeconds(1));

    assertThat(result.worstServed()).isZero();
    assertThat(result.utilisation()).isZero();
    assertThat(result.total().failed()).isEqualTo(1);
  }

  @Test
  void nothingAsked_isWellServed() {
    FleetResult result = Fleet.of(LIMIT).run(ofSeconds(1));

    assertThat(result.worstServed()).isEqualTo(1);
    assertThat(result.utilisation()).isEqualTo(1);
    assertThat(result.largestStretch()).isZero();
    result.assertWithinBound();
    assertThatThrownBy(() -> result.ledger("key"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key must be one of [], was key");
  }

  @Test
  void settingsOutOfRange_areRefused() {
    Fleet fleet = Fleet.of(LIMIT);

    assertThatThrownBy(() -> fleet.instances(0))
        .hasMessage("instances must be from 1 to 10000, were 0");
    assertThatThrownBy(() -> fleet.latency(ofMillis(2), ofMillis(1)))
        .hasMessageStartingWith("latency must be from PT0S up, the lower bound first");
    assertThatThrownBy(() -> fleet.deadline(Duration.ZERO))
        .hasMessage("deadline must be above PT0S, was PT0S");
    assertThatThrownBy(() -> fleet.loss(1.5))
        .hasMessage("probability must be from 0 to 1, was 1.5");
    assertThatThrownBy(() -> fleet.at(ofMillis(-1), Event.emptyStore()))
        .hasMessage("an event must be at least at PT0S, was PT-0.001S");
    assertThatThrownBy(() -> fleet.run(Duration.ofDays(1).plusNanos(1)))
        .hasMessage("length must be above PT0S and at most PT24H, was PT24H0.000000001S");
    assertThatThrownBy(() -> fleet.at(Duration.ZERO, Event.kill(10)).run(ofSeconds(1)))
        .hasMessage("instance must be from 0 to 9, was 10");
  }
}
