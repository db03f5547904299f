package dev.ratelimit.core.allof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.AllOf;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.OneKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import dev.ratelimit.core.bucket.BucketState;
import dev.ratelimit.core.bucket.Outstanding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AllOfTest {

  private static final long MILLI = 1_000;
  private static final long SECOND = 1_000_000;
  private static final long HOUR = 3_600 * SECOND;

  private static final TokenBucket SHORT = Limit.perSecond(2);
  private static final TokenBucket LONG = Limit.perMinute(6).withBurst(3);

  private static Verdict allowed(Report report) {
    return new Verdict(true, 0, 0, report);
  }

  private static Verdict denied(long retryAfterMicros, Report report) {
    return new Verdict(false, 0, retryAfterMicros, report);
  }

  private static Optional<BucketState> owing(TokenBucket limit, long permits, long micros) {
    long debt = permits * limit.units().unitsPerPermit();
    return Optional.of(new BucketState(limit.units(), debt, micros, Outstanding.NONE, 0));
  }

  @Test
  void threeRatesAfterALongIdleTime_areAllKept() { // case 6
    AllOf limit =
        Limit.allOf(Limit.perHour(700_000), Limit.perMinute(14_500), Limit.perSecond(300));
    OneKey key = OneKey.under(limit);
    key.check(1);

    key.at(12 * HOUR);

    assertThat(key.check(1).granted()).isTrue();
    assertThat(key.check(299).granted()).isTrue();
    assertThat(key.check(1).granted()).isFalse();
  }

  @Test
  void allowed_reportsTheFewestRemaining() {
    OneKey key = OneKey.under(Limit.allOf(LONG, SHORT));

    assertThat(key.check(1)).isEqualTo(allowed(new Report(2, 1, 500 * MILLI, 1)));
    key.at(SECOND);
    assertThat(key.check(1)).isEqualTo(allowed(new Report(3, 1, 19 * SECOND, 0)));
  }

  @Test
  void tie_isReportedAsTheFirst() {
    OneKey key = OneKey.under(Limit.allOf(SHORT, SHORT));

    assertThat(key.check(1).report().binding()).isZero();
    assertThat(key.check(2)).isEqualTo(denied(500 * MILLI, new Report(2, 1, 500 * MILLI, 0)));
  }

  @Test
  void denied_reportsTheLongestWaitAndChargesNone() {
    OneKey key = OneKey.under(Limit.allOf(SHORT, LONG));
    key.check(2);
    KeyState before = key.state();

    Verdict verdict = key.check(2);

    assertThat(verdict).isEqualTo(denied(10 * SECOND, new Report(3, 1, 20 * SECOND, 1)));
    assertThat(key.written()).isFalse();
    assertThat(key.state()).isSameAs(before);
  }

  @Test
  void never_isTheLongestWait() {
    OneKey key = OneKey.under(Limit.allOf(LONG, SHORT));
    key.check(2);

    for (long cost : new long[] {3, 4, Long.MAX_VALUE}) {
      Verdict verdict = key.check(cost);

      assertThat(verdict.retryAfterMicros()).isEqualTo(Wait.NEVER);
      assertThat(verdict.report().binding()).isEqualTo(cost == 3 ? 1 : 0);
      assertThat(key.written()).isFalse();
    }
  }

  @Test
  void reservation_waitsForTheSlowestAndIsChargedToAll() {
    OneKey key = OneKey.under(Limit.allOf(SHORT, LONG));
    key.check(2);

    Verdict tooLong = key.reserve(2, 10 * SECOND - 1);
    Verdict granted = key.reserve(2, 10 * SECOND);

    assertThat(tooLong).isEqualTo(denied(1, new Report(3, 1, 20 * SECOND, 1)));
    assertThat(granted).isEqualTo(new Verdict(true, 10 * SECOND, 0, new Report(2, 0, 2 * SECOND)));
    assertThat(key.state())
        .isEqualTo(new AllOfState(List.of(owing(SHORT, 4, 0), owing(LONG, 4, 0))));
  }

  @Test
  void reservationAboveABurst_isNever() {
    OneKey key = OneKey.under(Limit.allOf(LONG, SHORT));

    assertThat(key.reserve(3, HOUR)).isEqualTo(denied(Wait.NEVER, new Report(2, 2, 0, 1)));
  }

  @Test
  void reservationThatOneBucketCannotHold_isRefused() {
    TokenBucket huge = new TokenBucket(1L << 52, Duration.ofNanos(1_000), 1L << 52);
    OneKey key = OneKey.under(Limit.allOf(SHORT, huge));

    assertThatThrownBy(() -> key.reserve(1L << 52, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxWait must be at most 1 us to be exact under this limit, was 2 us");
    assertThatThrownBy(() -> key.reserve(1, HOUR + 1)).hasMessageContaining("3600000000 us");
  }

  @Test
  void take_isRefused() {
    OneKey key = OneKey.under(Limit.allOf(SHORT));

    assertThatThrownBy(() -> key.take(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "limit must be a token bucket to take what is there, was " + Limit.allOf(SHORT));
  }

  @Test
  void refund_goesToEach() {
    OneKey key = OneKey.under(Limit.allOf(SHORT, LONG));
    key.check(2);

    assertThat(key.refund(1)).isEqualTo(new Report(2, 1, 500 * MILLI, 0));
    assertThat(key.state())
        .isEqualTo(new AllOfState(List.of(owing(SHORT, 1, 0), owing(LONG, 1, 0))));
    assertThat(key.refund(Long.MAX_VALUE)).isEqualTo(new Report(2, 2, 0, 0));
    assertThat(key.state()).isNull();
  }

  @Test
  void reset_forgetsAll() {
    OneKey key = OneKey.under(Limit.allOf(LONG, SHORT));
    key.check(2);

    assertThat(key.reset()).isEqualTo(new Report(2, 2, 0, 1));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void bucketThatIsFullAtAWrite_isNotStored() {
    OneKey key = OneKey.under(Limit.allOf(SHORT, LONG));
    key.check(2);

    key.at(2 * SECOND).refund(1); // the long one owed 18 s of 20

    long debt = LONG.units().capacity() * 8 / 30;
    BucketState left = new BucketState(LONG.units(), debt, 2 * SECOND, Outstanding.NONE, 0);
    assertThat(key.state()).isEqualTo(new AllOfState(List.of(Optional.empty(), Optional.of(left))));
  }

  @Test
  void clockBackForOneBucketOnly_writesThatOneOnly() {
    TokenBucket coarse = Limit.of(1_000_003, Duration.ofDays(365)).withBurst(200_000);
    assertThat(coarse.units().tickMicros()).isEqualTo(SECOND);
    OneKey key = OneKey.under(Limit.allOf(SHORT, coarse)).at(5_500 * MILLI);
    key.check(2);

    Verdict verdict = key.at(5_400 * MILLI).check(1); // within the tick of the coarse one

    assertThat(verdict.granted()).isFalse();
    assertThat(key.written()).isTrue();
    assertThat(key.state())
        .isEqualTo(new AllOfState(List.of(owing(SHORT, 2, 5_400 * MILLI), owing(coarse, 2, 5))));
  }

  @Test
  void changedBucket_isWrittenAndTheOthersKeepWhatIsStored() {
    OneKey key = OneKey.under(Limit.allOf(SHORT, LONG));
    key.check(2);
    TokenBucket doubled = SHORT.withBurst(4);

    key.changeTo(Limit.allOf(doubled, LONG)).at(250 * MILLI).peek(1);

    long debt = doubled.units().capacity() * 3 / 4;
    BucketState converted =
        new BucketState(doubled.units(), debt, 250 * MILLI, Outstanding.NONE, 0);
    assertThat(key.written()).isTrue();
    assertThat(key.state())
        .isEqualTo(new AllOfState(List.of(Optional.of(converted), owing(LONG, 2, 0))));
  }

  @Test
  void longerList_isWrittenAndTheAddedBucketIsFull() {
    OneKey key = OneKey.under(Limit.allOf(SHORT));
    key.check(2);

    Verdict verdict = key.changeTo(Limit.allOf(SHORT, LONG)).at(250 * MILLI).check(2);

    assertThat(verdict.granted()).isFalse();
    assertThat(key.written()).isTrue();
    assertThat(key.state())
        .isEqualTo(new AllOfState(List.of(owing(SHORT, 2, 0), Optional.empty())));
  }

  @Test
  void shorterList_isWrittenWithoutTheRest() {
    OneKey key = OneKey.under(Limit.allOf(SHORT, LONG));
    key.check(1);

    key.changeTo(Limit.allOf(SHORT)).peek(0);

    assertThat(key.written()).isTrue();
    assertThat(key.state()).isEqualTo(new AllOfState(List.of(owing(SHORT, 1, 0))));
  }

  @Test
  void writtenMicros_isTheLatestOfAll() {
    TokenBucket coarse = Limit.of(1_000_003, Duration.ofDays(365)).withBurst(200_000);
    AllOfState state =
        new AllOfState(List.of(owing(coarse, 1, 7), Optional.empty(), owing(SHORT, 1, 5)));

    assertThat(state.writtenMicros()).isEqualTo(7 * SECOND);
  }

  @Test
  void stateOfNothing_isRefused() {
    assertThatThrownBy(() -> new AllOfState(List.of(Optional.empty())))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
