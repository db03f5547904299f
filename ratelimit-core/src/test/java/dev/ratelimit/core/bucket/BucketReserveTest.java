package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.HOUR;
import static dev.ratelimit.core.bucket.Key.MILLI;
import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import org.junit.jupiter.api.Test;

/** Reservations: what is taken now to be used later. */
class BucketReserveTest {

  private final Key key = Key.under(Limit.perSecond(1));

  private static Verdict granted(long waitMicros, Report report) {
    return new Verdict(true, waitMicros, 0, report);
  }

  private static Verdict refused(long retryAfterMicros, Report report) {
    return new Verdict(false, 0, retryAfterMicros, report);
  }

  @Test
  void permitThatIsThere_isTakenWithoutWait() {
    Verdict verdict = key.reserve(1, 0);

    assertThat(verdict).isEqualTo(granted(0, new Report(1, 0, SECOND)));
    assertThat(key.written()).isTrue();
  }

  @Test
  void reservations_queueUpAtTheRate() {
    key.reserve(1, 3 * SECOND);

    Verdict second = key.reserve(1, 3 * SECOND);
    Verdict third = key.reserve(1, 3 * SECOND);
    Verdict fourth = key.reserve(1, 3 * SECOND);
    Verdict fifth = key.reserve(1, 3 * SECOND);

    assertThat(second).isEqualTo(granted(SECOND, new Report(1, 0, 2 * SECOND)));
    assertThat(third).isEqualTo(granted(2 * SECOND, new Report(1, 0, 3 * SECOND)));
    assertThat(fourth).isEqualTo(granted(3 * SECOND, new Report(1, 0, 4 * SECOND)));
    assertThat(fifth).isEqualTo(refused(SECOND, new Report(1, 0, 4 * SECOND)));
  }

  @Test
  void refusal_takesNothing() {
    key.check(1);
    BucketState before = key.state();

    Verdict verdict = key.reserve(1, 999_999);

    assertThat(verdict).isEqualTo(refused(1, new Report(1, 0, SECOND)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
  }

  @Test
  void waitOfExactlyTheLongest_isGranted() {
    key.check(1);

    Verdict verdict = key.reserve(1, SECOND);

    assertThat(verdict).isEqualTo(granted(SECOND, new Report(1, 0, 2 * SECOND)));
  }

  @Test
  void checkAfterReservations_waitsBehindThem() {
    key.reserve(1, HOUR);
    key.reserve(1, HOUR);

    Verdict verdict = key.at(500 * MILLI).check(1);

    assertThat(verdict).isEqualTo(refused(1_500 * MILLI, new Report(1, 0, 1_500 * MILLI)));
  }

  @Test
  void costOfNothing_isGrantedAndWritesNothing() {
    key.check(1);
    BucketState before = key.state();

    Verdict verdict = key.reserve(0, 0);

    assertThat(verdict).isEqualTo(granted(0, new Report(1, 0, SECOND)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
  }

  @Test
  void costAboveTheBurst_isRefusedForGood() {
    Verdict verdict = key.reserve(2, HOUR);

    assertThat(verdict).isEqualTo(refused(Wait.NEVER, new Report(1, 1, 0)));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isFalse();
  }

  @Test
  void queueOfAnHour_isTheLongest() {
    for (int second = 0; second <= 3_600; second++) {
      assertThat(key.reserve(1, HOUR))
          .isEqualTo(granted(second * SECOND, new Report(1, 0, (second + 1) * SECOND)));
    }

    assertThat(key.reserve(1, HOUR)).isEqualTo(refused(SECOND, new Report(1, 0, 3_601 * SECOND)));
  }

  @Test
  void waitOverAnHour_isRefusedAsAMistake() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> key.reserve(1, HOUR + 1))
        .withMessage("maxWait must be at most 3600000000 us, was 3600000001 us");
  }

  @Test
  void waitThatReachesInexactDebts_isRefusedAsAMistake() {
    // A second pays 2^51 units: 2^53 is 2 seconds beyond a capacity of 2^52.
    Key fast = Key.under(new BucketUnits(1_000_000, 1L << 51, 1, 1L << 52));

    assertThat(fast.reserve(1, 2 * SECOND).granted()).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fast.reserve(1, 2 * SECOND + 1))
        .withMessage(
            "maxWait must be at most 2000000 us to be exact under this limit, was 2000001 us");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fast.reserve(0, 3 * SECOND))
        .withMessage(
            "maxWait must be at most 2000000 us to be exact under this limit, was 3000000 us");
  }

  @Test
  void debtOfExactlyTwoToThe53_isReached() {
    long most = 1L << 52;
    Key fast = Key.under(new BucketUnits(1_000_000, 1L << 51, 1, most));
    fast.check(most);

    Verdict verdict = fast.reserve(most, 2 * SECOND);

    assertThat(verdict).isEqualTo(granted(2 * SECOND, new Report(most, 0, 4 * SECOND)));
    assertThat(fast.state().debt()).isEqualTo(2 * most);
    assertThat(fast.reserve(1, 2 * SECOND))
        .isEqualTo(refused(SECOND, new Report(most, 0, 4 * SECOND)));
  }

  @Test
  void waitWithinATick_endsWithTheTick() {
    Key coarse = Key.under(new BucketUnits(1_000, 1, 1, 1));
    coarse.at(400).check(1);

    assertThat(coarse.at(700).reserve(1, 299)).isEqualTo(refused(1, new Report(1, 0, 300)));
    assertThat(coarse.at(700).reserve(1, 300)).isEqualTo(granted(300, new Report(1, 0, 1_300)));
  }

  @Test
  void costThatWhatIsOutLeavesNoRoomFor_isRefusedUntilItLapses() {
    // 1,000 a second: a slot lasts 25 ms, a grant at 0 lapses at 125 ms.
    Key leased = Key.under(Limit.perSecond(1_000));
    leased.grant(100);

    Verdict fits = leased.reserve(900, HOUR);
    Verdict tooMuch = leased.reserve(901, HOUR);

    assertThat(fits).isEqualTo(granted(0, new Report(1_000, 0, SECOND)));
    assertThat(tooMuch).isEqualTo(refused(125 * MILLI, new Report(1_000, 0, SECOND)));
    assertThat(leased.at(125 * MILLI - 1).reserve(901, HOUR).retryAfterMicros()).isEqualTo(1);
    assertThat(leased.at(125 * MILLI).reserve(901, HOUR).granted()).isTrue();
  }

  @Test
  void lapseWithinCoarseTicks_isToldInMicroseconds() {
    // A slot lasts two ticks of a millisecond, a grant of the first lapses at 10 ms.
    Key coarse = Key.under(new BucketUnits(1_000, 1, 1, 80));
    coarse.at(300).grant(10);

    Verdict verdict = coarse.reserve(71, HOUR);

    // One permit is there a millisecond after the lapse: full again at 20 ms.
    assertThat(verdict).isEqualTo(refused(9_700, new Report(80, 70, 19_700)));
  }

  @Test
  void refusalWithAShortWait_tellsTheLaterOfBothReasons() {
    Key leased = Key.under(Limit.perSecond(1_000));
    leased.grant(100);
    leased.check(900);

    Verdict lapse = leased.reserve(901, 901 * MILLI);
    Verdict debt = leased.reserve(901, 0);

    assertThat(lapse.retryAfterMicros()).isEqualTo(125 * MILLI);
    assertThat(debt.retryAfterMicros()).isEqualTo(901 * MILLI);
  }
}
