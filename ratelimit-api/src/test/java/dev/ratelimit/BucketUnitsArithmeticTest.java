package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is reckoned in units, at the edges of the ranges. */
class BucketUnitsArithmeticTest {

  private static final long MOST = 4_503_599_627_370_496L; // 2^52

  /** Three a second, three at once: a tick of 1 us pays 3 units, a permit is 1,000,000. */
  private final BucketUnits three = new BucketUnits(1, 3, 1_000_000, 3_000_000);

  /** Two a millisecond in ticks of a millisecond: a tick pays 2 units, a permit is 1. */
  private final BucketUnits coarse = new BucketUnits(1_000, 2, 1, 10);

  @Test
  void burst_isTheCapacityInPermits() {
    assertThat(three.burst()).isEqualTo(3);
    assertThat(coarse.burst()).isEqualTo(10);
  }

  @Test
  void maxDebt_isOneHourBeyondEmpty() {
    assertThat(three.maxDebt()).isEqualTo(3_000_000 + 3 * 3_600_000_000L);
    assertThat(coarse.maxDebt()).isEqualTo(10 + 2 * 3_600_000);
    assertThat(new BucketUnits(1_000_000, 5, 1, 7).maxDebt()).isEqualTo(7 + 5 * 3_600);
  }

  @Test
  void maxDebt_isCutToTwoToThe53() {
    assertThat(new BucketUnits(1, MOST, 1, MOST).maxDebt()).isEqualTo(2 * MOST);
    assertThat(new BucketUnits(1_000_000, 1L << 40, 1, MOST).maxDebt())
        .isEqualTo(MOST + 3_600 * (1L << 40));
    assertThat(new BucketUnits(1_000_000, 1L << 41, 1, MOST).maxDebt()).isEqualTo(2 * MOST);
  }

  @Test
  void slot_isAFortiethOfTheTimeToRefill() {
    assertThat(new BucketUnits(1, 1, 1_000, 1_000_000).slotTicks()).isEqualTo(25_000);
    assertThat(new BucketUnits(1, 3, 1, 240).slotTicks()).isEqualTo(2);
    assertThat(new BucketUnits(1, 3, 1, 239).slotTicks()).isEqualTo(1);
  }

  @Test
  void slotOfAShortRefill_isOneTick() {
    assertThat(new BucketUnits(1, 3, 1, 119).slotTicks()).isEqualTo(1);
    assertThat(new BucketUnits(1, MOST, 1, MOST).slotTicks()).isEqualTo(1);
  }

  @Test
  void reach_isTheCapacityPlusWhatTheTicksPay() {
    assertThat(three.reach(0)).isEqualTo(3_000_000);
    assertThat(three.reach(7)).isEqualTo(3_000_021);
  }

  @Test
  void reach_isCutToTwoToThe53() {
    BucketUnits slow = new BucketUnits(1, 2, 1, MOST - 1);
    BucketUnits fast = new BucketUnits(1, MOST, 1, 1);

    assertThat(slow.reach(MOST / 2)).isEqualTo(2 * MOST - 1);
    assertThat(slow.reach(MOST / 2 + 1)).isEqualTo(2 * MOST);
    assertThat(slow.reach(Long.MAX_VALUE)).isEqualTo(2 * MOST);
    assertThat(fast.reach(1)).isEqualTo(MOST + 1);
    assertThat(fast.reach(2)).isEqualTo(2 * MOST);
  }

  @Test
  void tick_isTheInstantRoundedDown() {
    assertThat(three.tick(1_999)).isEqualTo(1_999);
    assertThat(coarse.tick(1_999)).isEqualTo(1);
    assertThat(coarse.tick(2_000)).isEqualTo(2);
    assertThat(new BucketUnits(1_000_000, 1, 1, 1).tick(4_000_000_000_000_000L))
        .isEqualTo(4_000_000_000L);
  }

  @Test
  void level_isWholePermitsRoundedDown() {
    assertThat(three.level(0)).isEqualTo(3);
    assertThat(three.level(1)).isEqualTo(2);
    assertThat(three.level(1_000_000)).isEqualTo(2);
    assertThat(three.level(1_000_001)).isEqualTo(1);
    assertThat(three.level(2_000_001)).isZero();
  }

  @Test
  void levelOfWhatReservationsOwe_isZero() {
    assertThat(three.level(3_000_000)).isZero();
    assertThat(three.level(3_000_001)).isZero();
    assertThat(three.level(4_000_000)).isZero();
    assertThat(three.level(2 * MOST)).isZero();
  }

  @Test
  void ticksToPay_areRoundedUp() {
    assertThat(three.ticksToPay(0)).isZero();
    assertThat(three.ticksToPay(1)).isEqualTo(1);
    assertThat(three.ticksToPay(3)).isEqualTo(1);
    assertThat(three.ticksToPay(4)).isEqualTo(2);
    assertThat(new BucketUnits(1, MOST, 1, 1).ticksToPay(2 * MOST)).isEqualTo(2);
    assertThat(new BucketUnits(1, MOST, 1, 1).ticksToPay(MOST + 1)).isEqualTo(2);
  }

  @Test
  void microsToPay_endWithATick() {
    assertThat(coarse.microsToPay(2, 5_000)).isEqualTo(1_000);
    assertThat(coarse.microsToPay(2, 5_001)).isEqualTo(999);
    assertThat(coarse.microsToPay(3, 5_999)).isEqualTo(1_001);
    assertThat(three.microsToPay(4, 5_999)).isEqualTo(2);
  }

  @Test
  void nothingToPay_takesNoTimeEvenWithinATick() {
    assertThat(coarse.microsToPay(0, 5_001)).isZero();
  }

  @Test
  void shortfall_isWhatTheDebtIsTooLarge() {
    assertThat(three.shortfall(0, 3)).isZero();
    assertThat(three.shortfall(1, 3)).isEqualTo(1);
    assertThat(three.shortfall(2_000_000, 1)).isZero();
    assertThat(three.shortfall(2_000_001, 1)).isEqualTo(1);
    assertThat(three.shortfall(5_000_000, 1)).isEqualTo(3_000_000);
  }

  @Test
  void costOfNothing_isAlwaysThere() {
    assertThat(three.shortfall(3_000_000, 0)).isZero();
    assertThat(three.shortfall(3_000_001, 0)).isZero();
  }

  @Test
  void shortfallOfTheLargestDebt_isExact() {
    BucketUnits largest = new BucketUnits(1, 1L << 20, 1, MOST);

    assertThat(largest.shortfall(2 * MOST, MOST)).isEqualTo(2 * MOST);
    assertThat(largest.shortfall(2 * MOST, 1)).isEqualTo(MOST + 1);
  }
}
