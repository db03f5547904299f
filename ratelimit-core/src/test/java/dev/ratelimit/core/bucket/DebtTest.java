package dev.ratelimit.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.BucketUnits;
import org.junit.jupiter.api.Test;

/** The arithmetic at the edges of its ranges. */
class DebtTest {

  private static final long HOUR = 3_600_000_000L;
  private static final long MOST = 1L << 52;

  /** Three a second, three at once: a tick of 1 us pays 3 units, a permit is 1,000,000. */
  private static final BucketUnits THREE = new BucketUnits(1, 3, 1_000_000, 3_000_000);

  /** Two a millisecond in ticks of a millisecond: a tick pays 2 units, a permit is 1. */
  private static final BucketUnits COARSE = new BucketUnits(1_000, 2, 1, 10);

  @Test
  void debt_isPaidOffTickByTick() {
    assertThat(Debt.paidOff(THREE, 7, 0)).isEqualTo(7);
    assertThat(Debt.paidOff(THREE, 7, 1)).isEqualTo(4);
    assertThat(Debt.paidOff(THREE, 7, 2)).isEqualTo(1);
    assertThat(Debt.paidOff(THREE, 7, 3)).isZero();
    assertThat(Debt.paidOff(THREE, 6, 1)).isEqualTo(3);
    assertThat(Debt.paidOff(THREE, 6, 2)).isZero();
    assertThat(Debt.paidOff(THREE, 0, 0)).isZero();
  }

  @Test
  void productOfTicksAndRate_doesNotOverflow() {
    BucketUnits fast = new BucketUnits(1_000_000, MOST, 1, MOST);

    assertThat(Debt.paidOff(fast, 2 * MOST, 1)).isEqualTo(MOST);
    assertThat(Debt.paidOff(fast, 2 * MOST, 2)).isZero();
    assertThat(Debt.paidOff(fast, 2 * MOST, 1L << 12)).isZero();
    assertThat(Debt.paidOff(fast, 2 * MOST, Long.MAX_VALUE)).isZero();
  }

  @Test
  void refund_stopsAtFull() {
    assertThat(Debt.refunded(THREE, 2_000_001, 0)).isEqualTo(2_000_001);
    assertThat(Debt.refunded(THREE, 2_000_001, 1)).isEqualTo(1_000_001);
    assertThat(Debt.refunded(THREE, 2_000_001, 2)).isEqualTo(1);
    assertThat(Debt.refunded(THREE, 2_000_001, 3)).isZero();
    assertThat(Debt.refunded(THREE, 2_000_000, 2)).isZero();
    assertThat(Debt.refunded(THREE, 0, 0)).isZero();
  }

  @Test
  void refundOfLongMax_doesNotOverflow() {
    BucketUnits slow = new BucketUnits(1, 2, MOST - 1, MOST - 1);

    assertThat(Debt.refunded(THREE, 3_000_000, Long.MAX_VALUE)).isZero();
    assertThat(Debt.refunded(slow, 2 * MOST, Long.MAX_VALUE)).isZero();
    assertThat(Debt.refunded(slow, 2 * MOST, 2)).isEqualTo(2);
    assertThat(Debt.refunded(slow, 2 * MOST, 3)).isZero();
  }

  @Test
  void reservable_isWhatIsPaidWithinTheWait() {
    assertThat(Debt.reservable(COARSE, 0, 5_000)).isEqualTo(10);
    assertThat(Debt.reservable(COARSE, 999, 5_000)).isEqualTo(10);
    assertThat(Debt.reservable(COARSE, 1_000, 5_000)).isEqualTo(12);
    assertThat(Debt.reservable(COARSE, 999, 5_001)).isEqualTo(12);
    assertThat(Debt.reservable(COARSE, 0, 5_999)).isEqualTo(10);
    assertThat(Debt.reservable(THREE, 7, 5_999)).isEqualTo(3_000_021);
  }

  @Test
  void waitsOfUpToAnHour_areReservable() {
    assertThatCode(() -> Debt.requireReservable(THREE, 0)).doesNotThrowAnyException();
    assertThatCode(() -> Debt.requireReservable(THREE, HOUR)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Debt.requireReservable(THREE, HOUR + 1))
        .withMessage("maxWait must be at most 3600000000 us, was 3600000001 us");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Debt.requireReservable(THREE, Long.MAX_VALUE))
        .withMessage("maxWait must be at most 3600000000 us, was 9223372036854775807 us");
  }

  @Test
  void waitsThatReachBeyondTwoToThe53_areNotReservable() {
    // 2^53 is reached after 4 ticks of a second.
    BucketUnits fast = new BucketUnits(1_000_000, 1L << 50, 1, MOST);

    assertThatCode(() -> Debt.requireReservable(fast, 4_000_000)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Debt.requireReservable(fast, 4_000_001))
        .withMessage(
            "maxWait must be at most 4000000 us to be exact under this limit, was 4000001 us");
  }

  @Test
  void largestRate_canBeReservedNoTimeAheadAtMost() {
    BucketUnits fastest = new BucketUnits(1, MOST, 1, MOST);

    assertThatCode(() -> Debt.requireReservable(fastest, 1)).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Debt.requireReservable(fastest, 2))
        .withMessage("maxWait must be at most 1 us to be exact under this limit, was 2 us");
  }

  @Test
  void conversion_keepsTheFillLevelRoundedUp() {
    BucketUnits seven = new BucketUnits(1, 7, 1, 7);
    BucketUnits ten = new BucketUnits(1, 7, 1, 10);

    assertThat(Debt.converted(seven, ten, 0, 0)).isZero();
    assertThat(Debt.converted(seven, ten, 1, 0)).isEqualTo(2);
    assertThat(Debt.converted(seven, ten, 6, 0)).isEqualTo(9);
    assertThat(Debt.converted(seven, ten, 7, 0)).isEqualTo(10);
    assertThat(Debt.converted(ten, seven, 10, 0)).isEqualTo(7);
  }

  @Test
  void conversionOfDebtBeyondEmpty_keepsItsDurationRoundedUp() {
    // 4 units beyond 3,000,000 take 2 us, which is 1 tick of a millisecond.
    assertThat(Debt.converted(THREE, COARSE, 3_000_004, 0)).isEqualTo(12);
    // 3 units beyond 10 take 2 ticks of a millisecond, which pay 6,000 units.
    assertThat(Debt.converted(COARSE, THREE, 13, 0)).isEqualTo(3_006_000);
  }

  @Test
  void conversionWithinACoarserTick_chargesItOnceMore() {
    assertThat(Debt.converted(THREE, COARSE, 3_000_000, 1_000)).isEqualTo(10);
    assertThat(Debt.converted(THREE, COARSE, 3_000_000, 1_001)).isEqualTo(12);
    assertThat(Debt.converted(THREE, COARSE, 3_000_000, 1_999)).isEqualTo(12);
    assertThat(Debt.converted(COARSE, THREE, 10, 1_999)).isEqualTo(3_000_000);
    assertThat(Debt.converted(THREE, COARSE, 0, 1_999)).isZero();
  }

  @Test
  void conversionToSeconds_chargesAllThatWasCreditedInMilliseconds() {
    BucketUnits seconds = new BucketUnits(1_000_000, 3, 1, 10);

    assertThat(Debt.converted(COARSE, seconds, 10, 1_000_999)).isEqualTo(10);
    assertThat(Debt.converted(COARSE, seconds, 10, 1_001_000)).isEqualTo(13);
  }

  @Test
  void conversion_isCutToTheLargestDebt() {
    long anHourBeyond = THREE.maxDebt();

    assertThat(Debt.converted(THREE, COARSE, anHourBeyond, 1_000)).isEqualTo(7_200_010);
    assertThat(Debt.converted(THREE, COARSE, anHourBeyond, 1_001)).isEqualTo(7_200_010);
    assertThat(Debt.converted(THREE, COARSE, anHourBeyond - 3_000, 1_001)).isEqualTo(7_200_010);
    assertThat(Debt.converted(THREE, COARSE, anHourBeyond - 6_000, 1_001)).isEqualTo(7_200_008);
  }

  @Test
  void productOf105Bits_isExact() {
    BucketUnits from = new BucketUnits(1, 2, 1, MOST);
    BucketUnits to = new BucketUnits(1, 2, 1, MOST - 1);

    // (2^52 - 1)^2 = 2^104 - 2^53 + 1: over 2^52 it is 2^52 - 2 and a bit.
    assertThat(Debt.converted(from, to, MOST - 1, 0)).isEqualTo(MOST - 1);
    // 2^51 * (2^52 - 1) / 2^52 = 2^51 - 1/2.
    assertThat(Debt.converted(from, to, MOST / 2, 0)).isEqualTo(MOST / 2);
    // 2^52 * (2^52 - 1) / 2^52.
    assertThat(Debt.converted(from, to, MOST, 0)).isEqualTo(MOST - 1);
    // 2^52 * (2^52 - 1) / (2^52 - 1).
    assertThat(Debt.converted(to, from, MOST - 1, 0)).isEqualTo(MOST);
  }

  @Test
  void productsAroundTwoToThe63_areExact() {
    // The debt times 2^52: 2^62, 2^63 and 2^64 and a little more.
    BucketUnits from = new BucketUnits(1, 1, 1, 1 << 20);
    BucketUnits to = new BucketUnits(1, 2, 1, MOST);

    assertThat(Debt.converted(from, to, 1 << 10, 0)).isEqualTo(1L << 42);
    assertThat(Debt.converted(from, to, 1 << 11, 0)).isEqualTo(1L << 43);
    assertThat(Debt.converted(from, to, 1 << 12, 0)).isEqualTo(1L << 44);
    assertThat(Debt.converted(from, to, (1 << 11) + 1, 0)).isEqualTo((1L << 43) + (1L << 32));
    assertThat(Debt.converted(from, to, (1 << 11) - 1, 0)).isEqualTo((1L << 43) - (1L << 32));
  }
}
