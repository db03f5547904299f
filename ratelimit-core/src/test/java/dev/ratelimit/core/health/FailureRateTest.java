package dev.ratelimit.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureRateTest {

  private static final long SECOND = 1_000_000;
  private static final long TODAY = 1_700_000_000 * SECOND;

  private final FailureRate rate = new FailureRate();

  /** Counts pairs of an answered and a failed call. {@return what the last failed one brought} */
  private boolean pairs(int count, long nowMicros) {
    boolean tooMany = false;
    for (int i = 0; i < count; i++) {
      rate.succeeded(nowMicros);
      tooMany = rate.failed(nowMicros);
    }
    return tooMany;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, TODAY})
  void threeFailuresInARow_areTooMany(long nowMicros) {
    assertThat(rate.failed(nowMicros)).isFalse();
    assertThat(rate.failed(nowMicros)).isFalse();
    assertThat(rate.failed(nowMicros)).isTrue();
    assertThat(rate.failed(nowMicros)).isTrue();
  }

  @Test
  void failuresInARow_areNeverTooOldToCount() {
    rate.failed(TODAY);
    rate.failed(TODAY + 3_600 * SECOND);

    assertThat(rate.failed(TODAY + 7_200 * SECOND)).isTrue();
  }

  @Test
  void answerAmongFailures_beginsTheRowAnew() {
    rate.failed(TODAY);
    rate.failed(TODAY);
    rate.succeeded(TODAY);

    assertThat(rate.failed(TODAY)).isFalse();
    assertThat(rate.failed(TODAY)).isFalse();
    assertThat(rate.failed(TODAY)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, TODAY})
  void halfOfTwentyCalls_isTooManyAndOfNineteenIsNot(long nowMicros) {
    assertThat(pairs(9, nowMicros)).isFalse();
    assertThat(rate.failed(nowMicros)).isFalse(); // 10 of 19

    rate.succeeded(nowMicros);
    assertThat(rate.failed(nowMicros)).isTrue(); // 11 of 21
  }

  @Test
  void tenOfTwenty_isTooMany() {
    assertThat(pairs(10, TODAY)).isTrue();
  }

  @Test
  void lessThanHalf_isNotTooMany() {
    rate.succeeded(TODAY);

    assertThat(pairs(1_000, TODAY)).isFalse(); // 1,000 of 2,001
    assertThat(rate.failed(TODAY)).isTrue(); // 1,001 of 2,002
  }

  @Test
  void firstSlice_countsUntilASecondAfterItsStart() {
    pairs(9, TODAY);
    rate.succeeded(TODAY + SECOND - 1);

    assertThat(rate.failed(TODAY + SECOND - 1)).isTrue(); // 10 of 20
  }

  @Test
  void callsOfExactlyASecondAgo_areForgotten() {
    pairs(9, TODAY);
    rate.succeeded(TODAY + SECOND);

    assertThat(rate.failed(TODAY + SECOND)).isFalse(); // 1 of 2
  }

  @Test
  void callsAtTheEndOfASlice_countAtLeastNineTenthsOfASecond() {
    long endOfSlice = TODAY + 99_999;
    pairs(9, endOfSlice);
    rate.succeeded(endOfSlice + 900_000);

    assertThat(rate.failed(endOfSlice + 900_000)).isTrue(); // 10 of 20
  }

  @Test
  void callsThatAreSpreadOverASecond_areSummed() {
    for (int slice = 0; slice < 9; slice++) {
      assertThat(pairs(1, TODAY + slice * 100_000L)).isFalse();
    }

    assertThat(pairs(1, TODAY + 900_000)).isTrue(); // 10 of 20
  }

  @Test
  void oldestSlice_isDroppedAsTimeGoesOn() {
    pairs(5, TODAY);
    pairs(4, TODAY + 100_000);

    assertThat(pairs(1, TODAY + SECOND)).isFalse(); // 5 of 10, without the first five pairs
    assertThat(pairs(4, TODAY + SECOND)).isFalse(); // 9 of 18
    assertThat(pairs(1, TODAY + SECOND)).isTrue(); // 10 of 20
  }

  @Test
  void sliceThatIsUsedAgain_beginsWithNothing() {
    pairs(9, TODAY);

    for (int seconds = 1; seconds < 100; seconds++) {
      assertThat(pairs(9, TODAY + seconds * SECOND)).isFalse();
    }
  }

  @Test
  void answersOfLongAgo_hideNoFailures() {
    for (int i = 0; i < 1_000; i++) {
      rate.succeeded(TODAY);
    }

    assertThat(pairs(10, TODAY + 2 * SECOND)).isTrue(); // 10 of 20
  }

  @Test
  void quietTime_leavesNothingOfTheSecondBefore() {
    pairs(9, TODAY);

    assertThat(pairs(9, TODAY + 3_600 * SECOND)).isFalse();
  }

  @Test
  void timeThatStandsStill_countsEveryCall() {
    for (int i = 0; i < 9; i++) {
      assertThat(pairs(1, TODAY)).isFalse();
    }

    assertThat(pairs(1, TODAY)).isTrue();
  }

  @Test
  void reset_forgetsTheRowAndTheRate() {
    pairs(9, TODAY);
    rate.failed(TODAY);

    rate.reset();

    assertThat(rate.failed(TODAY)).isFalse();
    assertThat(rate.failed(TODAY)).isFalse();
    rate.succeeded(TODAY);
    assertThat(pairs(8, TODAY)).isFalse(); // 10 of 19
    assertThat(pairs(1, TODAY)).isTrue(); // 11 of 21
  }

  @Test
  void reset_leavesNoFailureAmongNewCalls() {
    pairs(9, TODAY);

    rate.reset();

    for (int i = 0; i < 10; i++) {
      rate.succeeded(TODAY);
    }
    assertThat(pairs(9, TODAY)).isFalse(); // 9 of 28
  }
}
