package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Which units a limit is given, and which are refused. */
class BucketUnitsTest {

  private static final long MOST = 4_503_599_627_370_496L; // 2^52

  private static void assertRefused(ThrowingCallable making, String message) {
    assertThatIllegalArgumentException().isThrownBy(making).withMessage(message);
  }

  @Test
  void limit_isDividedByWhatPermitsAndPeriodHaveInCommon() {
    assertThat(BucketUnits.of(3, 1_000_000, 3))
        .isEqualTo(new BucketUnits(1, 3, 1_000_000, 3_000_000));
    assertThat(BucketUnits.of(1_000, 1_000_000, 200))
        .isEqualTo(new BucketUnits(1, 1, 1_000, 200_000));
    assertThat(BucketUnits.of(6, 4, 5)).isEqualTo(new BucketUnits(1, 3, 2, 10));
    assertThat(BucketUnits.of(7, 1, 5)).isEqualTo(new BucketUnits(1, 7, 1, 5));
  }

  @Test
  void microsecond_isTheTickWhileTheCapacityFits() {
    // 999,999 and 1,000,000 have no divisor in common: one permit is 1,000,000 units.
    BucketUnits last = BucketUnits.of(999_999, 1_000_000, 4_503_599_627L);

    assertThat(last).isEqualTo(new BucketUnits(1, 999_999, 1_000_000, 4_503_599_627_000_000L));
  }

  @Test
  void millisecond_isTheTickForLargerBursts() {
    BucketUnits first = BucketUnits.of(999_999, 1_000_000, 4_503_599_628L);
    BucketUnits last = BucketUnits.of(999_999, 1_000_000, 4_503_599_627_370L);

    assertThat(first).isEqualTo(new BucketUnits(1_000, 999_999, 1_000, 4_503_599_628_000L));
    assertThat(last).isEqualTo(new BucketUnits(1_000, 999_999, 1_000, 4_503_599_627_370_000L));
  }

  @Test
  void second_isTheTickForTheLargestBursts() {
    BucketUnits first = BucketUnits.of(999_999, 1_000_000, 4_503_599_627_371L);
    BucketUnits last = BucketUnits.of(9_999_999, 1_000_000, MOST);

    assertThat(first).isEqualTo(new BucketUnits(1_000_000, 999_999, 1, 4_503_599_627_371L));
    assertThat(last).isEqualTo(new BucketUnits(1_000_000, 9_999_999, 1, MOST));
  }

  @Test
  void capacityOfExactlyTheMost_isKeptInTheSmallestTick() {
    assertThat(BucketUnits.of(1L << 51, 2, MOST)).isEqualTo(new BucketUnits(1, 1L << 50, 1, MOST));
    assertThat(BucketUnits.of(1_001, 1_024, 1L << 42))
        .isEqualTo(new BucketUnits(1, 1_001, 1_024, MOST));
  }

  @Test
  void periodThatIsNoWholeTick_skipsThatTick() {
    String message =
        " us cannot be kept exactly: burst * period, in ticks and after division by what period"
            + " and permits have in common, must be at most 2^52";

    assertRefused(
        () -> BucketUnits.of(1_000_000, 1_000_001, 4_503_599_627L),
        "burst 4503599627 with 1000000 permits per 1000001" + message);
    assertRefused(
        () -> BucketUnits.of(1_000_003, 1_001_000, 4_503_599_627_370L),
        "burst 4503599627370 with 1000003 permits per 1001000" + message);
  }

  @Test
  void permitOfMoreUnitsThanTheMost_isRefused() {
    assertRefused(
        () -> BucketUnits.of(MOST, Long.MAX_VALUE, 1),
        "burst 1 with 4503599627370496 permits per 9223372036854775807 us cannot be kept exactly:"
            + " burst * period, in ticks and after division by what period and permits have in"
            + " common, must be at most 2^52");
  }

  @Test
  void argumentsOutOfRange_areRefused() {
    assertRefused(
        () -> BucketUnits.of(0, 1, 1), "permits must be from 1 to 4503599627370496, was 0");
    assertRefused(
        () -> BucketUnits.of(MOST + 1, 1, 1),
        "permits must be from 1 to 4503599627370496, was 4503599627370497");
    assertRefused(
        () -> BucketUnits.of(1, 0, 1), "periodMicros must be from 1 to 9223372036854775807, was 0");
    assertRefused(() -> BucketUnits.of(1, 1, 0), "burst must be from 1 to 4503599627370496, was 0");
    assertRefused(
        () -> BucketUnits.of(1, 1, MOST + 1),
        "burst must be from 1 to 4503599627370496, was 4503599627370497");
  }

  @Test
  void refillOf36500Days_isTheSlowest() {
    long century = 36_500 * 86_400_000_000L;

    assertThat(BucketUnits.of(1, century, 1).capacity()).isEqualTo(century);
    assertThat(BucketUnits.of(1_000, 1_000_000, 3_153_600_000_000L).burst())
        .isEqualTo(3_153_600_000_000L);
    assertRefused(
        () -> BucketUnits.of(1, century + 1, 1),
        "burst 1 at 1 permits per 3153600000000001 us takes 36501 days to refill,"
            + " must be at most 36500");
    assertRefused(
        () -> BucketUnits.of(1_000, 1_000_000, 3_153_600_000_001L),
        "burst 3153600000001 at 1000 permits per 1000000 us takes 36501 days to refill,"
            + " must be at most 36500");
  }

  @Test
  void unknownTick_isRefused() {
    for (long tick : new long[] {Long.MIN_VALUE, 0, 2, 999, 1_001, 999_999, 1_000_001}) {
      assertRefused(
          () -> new BucketUnits(tick, 1, 1, 1),
          "tickMicros must be 1, 1000 or 1000000, was " + tick);
    }
  }

  @Test
  void unitsOutOfRange_areRefused() {
    assertRefused(
        () -> new BucketUnits(1, 0, 1, 1),
        "unitsPerTick must be from 1 to 4503599627370496, was 0");
    assertRefused(
        () -> new BucketUnits(1, MOST + 1, 1, 1),
        "unitsPerTick must be from 1 to 4503599627370496, was 4503599627370497");
    assertRefused(
        () -> new BucketUnits(1, 1, 0, 1),
        "unitsPerPermit must be from 1 to 4503599627370496, was 0");
    assertRefused(
        () -> new BucketUnits(1, 1, MOST + 1, MOST + 1),
        "unitsPerPermit must be from 1 to 4503599627370496, was 4503599627370497");
    assertRefused(
        () -> new BucketUnits(1, 1, 5, 4), "capacity must be from 5 to 4503599627370496, was 4");
    assertRefused(
        () -> new BucketUnits(1, 1, 1, MOST + 1),
        "capacity must be from 1 to 4503599627370496, was 4503599627370497");
  }

  @Test
  void unitsOfNoLimit_areRefused() {
    assertRefused(
        () -> new BucketUnits(1, 1, 3, 7),
        "capacity must be a multiple of unitsPerPermit 3, was 7");
    assertRefused(
        () -> new BucketUnits(1, 6, 4, 8),
        "unitsPerTick must have no divisor in common with unitsPerPermit 4, was 6");
  }

  @Test
  void unitsThatRefillOverAHundredYears_areRefused() {
    long centuryInSeconds = 36_500 * 86_400L;

    assertThat(new BucketUnits(1_000_000, 1, 1, centuryInSeconds).burst())
        .isEqualTo(centuryInSeconds);
    assertRefused(
        () -> new BucketUnits(1_000_000, 1, 1, centuryInSeconds + 1),
        "capacity must be refilled within 36500 days by 1 units per 1000000 us, was 3153600001");
  }

  @Test
  void largestUnits_areAccepted() {
    assertThat(new BucketUnits(1, MOST, 1, MOST).burst()).isEqualTo(MOST);
    assertThat(new BucketUnits(1, MOST - 1, MOST, MOST).burst()).isEqualTo(1);
  }
}
