package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.MILLI;
import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks and peeks: what is admitted, and what a denial says. */
class BucketTest {

  private static final TokenBucket THREE_A_SECOND = Limit.perSecond(3);

  private static Verdict allowed(Report report) {
    return new Verdict(true, 0, 0, report);
  }

  private static Verdict denied(long retryAfterMicros, Report report) {
    return new Verdict(false, 0, retryAfterMicros, report);
  }

  @Test
  void freshKey_isFull() {
    Key key = Key.under(THREE_A_SECOND);

    Verdict verdict = key.peek(3);

    assertThat(verdict).isEqualTo(allowed(new Report(3, 3, 0)));
  }

  @Test
  void drainedKey_isAllowedExactlyAtRetryAfter() { // case 1
    Key key = Key.under(THREE_A_SECOND);
    key.check(1);
    key.check(1);
    key.check(1);

    Verdict fourth = key.check(1);
    Verdict early = key.at(333_333).check(1);
    Verdict late = key.at(333_334).check(1);

    assertThat(fourth).isEqualTo(denied(333_334, new Report(3, 0, SECOND)));
    assertThat(early).isEqualTo(denied(1, new Report(3, 0, 666_667)));
    assertThat(late).isEqualTo(allowed(new Report(3, 0, SECOND)));
  }

  @Test
  void keyPolledEachMillisecond_refillsAtItsRate() { // case 3
    Key key = Key.under(Limit.perSecond(1));
    key.check(1);

    int admitted = 0;
    for (int millis = 1; millis <= 10_000; millis++) {
      admitted += key.at(millis * MILLI).check(1).granted() ? 1 : 0;
    }

    assertThat(admitted).isEqualTo(10);
  }

  @Test
  void largeLimit_refillsExactly() { // case 7
    Key key = Key.under(Limit.of(980_000_000, Duration.ofSeconds(10)));
    key.check(980_000_000);

    assertThat(key.level()).isZero();
    assertThat(key.at(5 * SECOND).level()).isEqualTo(490_000_000);
    assertThat(key.at(10 * SECOND).level()).isEqualTo(980_000_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 92_233_720_369L, Long.MAX_VALUE})
  void costAboveTheBurst_isNeverGranted(long cost) { // case 8
    Key key = Key.under(Limit.perSecond(10));

    Verdict unknown = key.check(cost);

    assertThat(unknown).isEqualTo(denied(Wait.NEVER, new Report(10, 10, 0)));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isFalse();
  }

  @Test
  void costAboveTheBurst_leavesTheStateUntouched() { // case 8
    Key key = Key.under(Limit.perSecond(10));
    key.check(4);
    BucketState before = key.state();

    Verdict verdict = key.check(Long.MAX_VALUE);

    assertThat(verdict).isEqualTo(denied(Wait.NEVER, new Report(10, 6, 400 * MILLI)));
    assertThat(key.state()).isSameAs(before);
  }

  @Test
  void costOfNothing_isAllowedAndCreatesNoKey() { // case 9
    Key key = Key.under(Limit.perSecond(10));

    Verdict verdict = key.check(0);

    assertThat(verdict).isEqualTo(allowed(new Report(10, 10, 0)));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isFalse();
  }

  @Test
  void costOfNothing_isAllowedOnADrainedKeyAndWritesNothing() {
    Key key = Key.under(Limit.perSecond(10));
    key.check(10);
    BucketState before = key.state();

    Verdict verdict = key.at(5 * MILLI).check(0);

    assertThat(verdict).isEqualTo(allowed(new Report(10, 0, 995 * MILLI)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
  }

  @Test
  void costThatDoesNotFit_takesNothing() { // case 10
    Key key = Key.under(Limit.of(1, Duration.ofSeconds(10)).withBurst(10));

    Verdict eight = key.check(8);
    Verdict five = key.check(5);
    Verdict two = key.check(2);

    assertThat(eight).isEqualTo(allowed(new Report(10, 2, 80 * SECOND)));
    assertThat(five).isEqualTo(denied(30 * SECOND, new Report(10, 2, 80 * SECOND)));
    assertThat(two).isEqualTo(allowed(new Report(10, 0, 100 * SECOND)));
  }

  @Test
  void keyThatIdled_hasNoPermitToSpare() { // case 11
    Key key = Key.under(Limit.perSecond(5));
    assertThat(key.check(5).granted()).isTrue();

    key.at(2 * SECOND);
    int admitted = 0;
    for (int i = 0; i < 5; i++) {
      admitted += key.check(1).granted() ? 1 : 0;
    }
    Verdict sixth = key.check(1);

    assertThat(admitted).isEqualTo(5);
    assertThat(sixth).isEqualTo(denied(200 * MILLI, new Report(5, 0, SECOND)));
  }

  @Test
  void fullKey_keepsNoCredit() { // case 12
    Key key = Key.under(Limit.perSecond(1));

    Verdict first = key.check(1);
    Verdict second = key.at(1_900 * MILLI).check(1);
    Verdict third = key.at(2_000 * MILLI).check(1);

    assertThat(first.granted()).isTrue();
    assertThat(second.granted()).isTrue();
    assertThat(third).isEqualTo(denied(900 * MILLI, new Report(1, 0, 900 * MILLI)));
  }

  @Test
  void denialsEachMillisecond_neverMoveTheReset() { // case 13
    Key key = Key.under(Limit.perSecond(10));
    key.check(10);
    BucketState before = key.state();

    for (int millis = 0; millis < 100; millis++) {
      Verdict verdict = key.at(millis * MILLI).check(1);

      assertThat(verdict.granted()).isFalse();
      assertThat(key.micros() + verdict.report().resetAfterMicros()).isEqualTo(SECOND);
      assertThat(key.state()).isSameAs(before);
      assertThat(key.written()).isFalse();
    }
  }

  @Test
  void peek_answersAsCheckWouldAndChargesNothing() {
    Key key = Key.under(THREE_A_SECOND);
    key.check(1);
    BucketState before = key.state();

    Verdict fits = key.peek(2);
    Verdict tooMuch = key.peek(3);
    Verdict never = key.peek(4);

    assertThat(fits).isEqualTo(allowed(new Report(3, 2, 333_334)));
    assertThat(tooMuch).isEqualTo(denied(333_334, new Report(3, 2, 333_334)));
    assertThat(never).isEqualTo(denied(Wait.NEVER, new Report(3, 2, 333_334)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
  }

  @Test
  void chargedKey_isStoredUntilItIsFull() {
    Key key = Key.under(THREE_A_SECOND);

    key.at(5).check(1);

    assertThat(key.written()).isTrue();
    assertThat(key.state())
        .isEqualTo(new BucketState(THREE_A_SECOND.units(), 1_000_000, 5, Outstanding.NONE, 0));
  }

  @Test
  void keyThatIsFullByItsTime_isAsGoodAsAbsent() {
    Key key = Key.under(THREE_A_SECOND);
    key.check(1);

    assertThat(key.at(333_333).peek(3).granted()).isFalse();
    assertThat(key.at(333_334).peek(3)).isEqualTo(allowed(new Report(3, 3, 0)));
  }

  @Test
  void fullKeyWithinACoarseTick_isFullNow() {
    Key key = Key.under(new BucketUnits(1_000, 1, 1, 3));

    assertThat(key.at(1_500).peek(3)).isEqualTo(allowed(new Report(3, 3, 0)));
  }

  @Test
  void longestTimeOfAll_neitherOverflowsNorOverfills() {
    Key key = Key.under(new TokenBucket(1, Duration.ofDays(36_500), 1));
    long century = 36_500L * 86_400 * SECOND;
    key.check(1);

    Verdict early = key.at(century - 1).check(1);
    Verdict due = key.at(century).check(1);

    assertThat(early).isEqualTo(denied(1, new Report(1, 0, 1)));
    assertThat(due).isEqualTo(allowed(new Report(1, 0, century)));
  }

  @Test
  void productsNearTwoToThe63_doNotWrap() {
    long most = 1L << 52;
    Key key = Key.under(new TokenBucket(most, Duration.ofSeconds(1), most));
    key.check(most);

    Verdict withinTheTick = key.at(SECOND - 1).check(1);
    Verdict nextTick = key.at(4_000_000_000_000_000L).check(most);

    assertThat(withinTheTick).isEqualTo(denied(1, new Report(most, 0, 1)));
    assertThat(nextTick).isEqualTo(allowed(new Report(most, 0, SECOND)));
  }
}
