package dev.ratelimit.local.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much is leased: burst 1,000, a term of 99 ms, so a horizon of 49.5 ms. */
class SizingTest {

  private static final LeaseTerms TERMS = LeaseTerms.of(Instance.RULE);
  private static final long NOW = Instance.START;

  private final Sizing sizing = new Sizing();

  /** That many checks at once, which count as ten times as many a second. */
  private void asked(int checks, long cost) {
    IntStream.range(0, checks).forEach(i -> sizing.askedNow(cost, NOW));
  }

  @Test
  void want_isTheDemandOfHalfATermBesideTheCheck() {
    asked(10, 21); // 2,100 a second: 103.95 in half a term

    assertThat(sizing.want(TERMS, 0, 1_000)).isEqualTo(104);
    assertThat(sizing.want(TERMS, 21, 1_000)).isEqualTo(83);
  }

  @Test
  void checkThatIsAllThereIs_wantsNothingBeside() {
    asked(3, 1); // 30 a second: 1.5 in half a term

    assertThat(sizing.want(TERMS, 5, 1_000)).isZero();
    assertThat(sizing.want(TERMS, 0, 1_000)).isEqualTo(2);
  }

  @Test
  void refill_wantsAtLeastOne() {
    assertThat(sizing.want(TERMS, 0, 1_000)).isOne();
  }

  @Test
  void want_isAtMostTheBurst() {
    asked(10, 1L << 50);

    assertThat(sizing.want(TERMS, 0, 1_000)).isEqualTo(1_000);
  }

  @Test
  void scarceKey_isLeasedAQuarterOfWhatIsLeft() {
    asked(10, 101); // 499.95 in half a term

    assertThat(sizing.want(TERMS, 0, 100)).isEqualTo(500);
    assertThat(sizing.want(TERMS, 0, 99)).isEqualTo(24);
    assertThat(sizing.want(TERMS, 0, 3)).isOne();
    assertThat(sizing.want(TERMS, 0, 0)).isOne();
  }

  @Test
  void levelUnderATenthOfTheBurst_isScarce() {
    assertThat(Sizing.isScarce(TERMS, 100)).isFalse();
    assertThat(Sizing.isScarce(TERMS, 99)).isTrue();
  }

  @Test
  void moreThanTwentyChecksASecond_areHot() {
    asked(2, 1);
    assertThat(sizing.isHot()).isFalse();
    asked(1, 1);
    assertThat(sizing.isHot()).isTrue();
  }

  @Test
  void demandThatEnded_isForgotten() {
    asked(10, 20);

    sizing.askedSince(0, 0, NOW + 100_000);
    assertThat((double) sizing.want(TERMS, 0, 1_000)).isEqualTo(99 / Math.E, within(1.0));
    sizing.askedSince(0, 0, NOW + 2_000_000);
    assertThat(sizing.isHot()).isFalse();
  }

  @Test
  void deniedDemand_counts() {
    sizing.askedSince(0, 0, NOW);
    for (int i = 1; i <= 10; i++) {
      sizing.askedSince(2_000, 100, NOW + i * 100_000L);
    }

    // 20,000 a second for ten times 0.1 s: but for e^-10 of it, 990 in half a term.
    assertThat(sizing.want(TERMS, 0, 1_000)).isBetween(989L, 990L);
  }

  @Test
  void leaseThatExpiresHalfFull_halvesTheNext_untilLeasesAreSpentAgain() {
    asked(10, 21);

    sizing.expired(50, 100);
    assertThat(sizing.want(TERMS, 0, 1_000)).isEqualTo(52);
    sizing.expired(49, 100);
    assertThat(sizing.want(TERMS, 0, 1_000)).isEqualTo(52);
    sizing.spent();
    sizing.spent();
    assertThat(sizing.want(TERMS, 0, 1_000)).isEqualTo(104);
  }

  @Test
  void leasesThatAllExpire_areSixteenTimesSmallerAtMost() {
    asked(10, 32);
    IntStream.range(0, 100).forEach(i -> sizing.expired(1, 1));

    assertThat(sizing.want(TERMS, 0, 1_000)).isEqualTo(10); // 158.4 / 16
  }

  @Test
  void lowWater_isTheDemandOfThreeRoundTrips() {
    asked(10, 20);

    assertThat(sizing.lowWater(TERMS, 5_000)).isBetween(29L, 30L);
    assertThat(sizing.lowWater(TERMS, 1)).isOne();
    assertThat(sizing.lowWater(TERMS, Long.MAX_VALUE / 4)).isEqualTo(1_000);
  }

  @Test
  void terms_areThoseOfTheLimit() {
    assertThat(TERMS.termMicros()).isEqualTo(99_000);
    assertThat(TERMS.pauseMicros()).isEqualTo(50_000);
    LeaseTerms month = LeaseTerms.of(Rule.of(Limit.perDay(1_000).withBurst(30_000)));
    assertThat(month.termMicros()).isEqualTo(30L * 86_400_000_000L / 1_000 * 99);
    assertThat(month.pauseMicros()).isEqualTo(50_000);
  }
}
