package dev.ratelimit.examples.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What three instances may be admitted under 50 a second with a burst of 100, in ten seconds. */
class BoundTest {

  private static final TokenBucket LIMIT = Limit.perSecond(50).withBurst(100);

  private static Bound bound(Outages outages) {
    return new Bound(10, 3, outages);
  }

  @Test
  void runWithoutOutages_mayBeAdmittedWhatOneBucketAllows() {
    Bound bound = bound(new Outages(List.of(), List.of(), 0, 0));

    assertThat(bound.of(LIMIT)).isEqualTo(100 + 50 * 10);
    assertThat(bound.formula()).isEqualTo("burst + rate * time");
  }

  @Test
  void outage_addsItsRefillAndTheShares() {
    assertThat(bound(new Outages(List.of(0.5), List.of(), 0, 1)).of(LIMIT))
        .isEqualTo(600 + 25 + 99);
    assertThat(bound(new Outages(List.of(5.0), List.of(), 0, 1)).of(LIMIT))
        .isEqualTo(600 + 100 + 99);
  }

  @Test
  void furtherOutages_addWhatSharesRegainBetweenThem() {
    Outages outages = new Outages(List.of(5.0, 0.5, 0.5), List.of(1.0, 3.0), 0.2, 3);

    double bound = bound(outages).of(LIMIT);

    assertThat(bound).isEqualTo(600 + 100 + 25 + 25 + 99 + 50 + 99 + 10);
    assertThat(bound(outages).formula()).endsWith("outages 3");
  }

  @Test
  void burstSmallerThanTheFleet_countsAsOneEach() {
    TokenBucket small = Limit.perSecond(1).withBurst(2);

    assertThat(bound(new Outages(List.of(5.0), List.of(), 0, 1)).of(small)).isEqualTo(12 + 2 + 3);
  }

  @Test
  void outages_areTheSlicesInWhichFallbacksAnswered() {
    Outages outages = Outages.of(Set.of(3L, 4L, 6L, 9L, 20L), Set.of(1L, 2L, 5L, 6L, 8L, 9L), 0.5);

    assertThat(outages.silences()).containsExactly(1.0, 0.5);
    assertThat(outages.gaps()).containsExactly(1.0, 5.0);
    assertThat(outages.mixedSeconds()).isEqualTo(1.5);
    assertThat(outages.number()).isEqualTo(3);
  }

  @Test
  void redisThatAnswersNowAndThen_isSilentInBetween() {
    Outages outages = Outages.of(Set.of(1L, 2L, 3L, 4L, 5L, 6L), Set.of(3L, 5L), 0.5);

    assertThat(outages.silences()).containsExactly(1.0, 0.5, 0.5);
    assertThat(outages.number()).isEqualTo(1);
  }

  @Test
  void outageInWhichRedisAnswersAllTheTime_countsTheShares() {
    assertThat(bound(new Outages(List.of(), List.of(), 1.0, 1)).of(LIMIT)).isEqualTo(600 + 99 + 50);
  }

  @Test
  void runInWhichNoFallbackAnswered_hasNoOutages() {
    assertThat(Outages.of(Set.of(), Set.of(1L), 0.5))
        .isEqualTo(new Outages(List.of(), List.of(), 0, 0));
  }
}
