package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.HOUR;
import static dev.ratelimit.core.bucket.Key.MILLI;
import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A key that is found under another limit: what it keeps. */
class BucketChangedLimitTest {

  private static final Duration TWENTY_SECONDS = Duration.ofSeconds(20);

  @Test
  void fillLevel_isKeptThereAndBack() { // case 18
    TokenBucket slow = Limit.of(10, TWENTY_SECONDS).withBurst(16);
    TokenBucket fast = Limit.of(1_000, TWENTY_SECONDS).withBurst(16);
    Key key = Key.under(slow);
    key.check(2);

    Verdict verdict = key.changeTo(fast).check(1);
    long back = key.changeTo(slow).level();

    assertThat(verdict.granted()).isTrue();
    assertThat(verdict.report().remaining()).isEqualTo(13);
    assertThat(back).isEqualTo(13);
  }

  @Test
  void limitsSideBySide_admitNoMoreThanTheLarger() { // case 18
    TokenBucket small = Limit.perMinute(100);
    TokenBucket large = Limit.perMinute(1_000);
    Key key = Key.under(large);
    long admitted = key.take(Long.MAX_VALUE).granted();

    for (int second = 1; second <= 600; second++) {
      TokenBucket limit = second % 2 == 0 ? large : small;
      admitted += key.changeTo(limit).at(second * SECOND).take(Long.MAX_VALUE).granted();
    }

    // By turns the levels are worth tenths: about half the larger rate, plus its burst.
    assertThat(admitted).isBetween(1_000L, 11_000L);
  }

  @Test
  void idleTime_isPaidAtTheOldRate() { // case 19
    Key key = Key.under(Limit.perSecond(1).withBurst(1_000));
    key.check(1_000);

    key.at(60 * SECOND).changeTo(Limit.perSecond(100).withBurst(1_000));

    assertThat(key.level()).isEqualTo(60);
  }

  @Test
  void emptyKey_staysEmpty_andFullKeyFull() {
    Key empty = Key.under(Limit.perSecond(3));
    empty.check(3);
    Key full = Key.under(Limit.perSecond(3));
    full.check(3);

    assertThat(empty.changeTo(Limit.perMinute(700)).level()).isZero();
    assertThat(full.at(SECOND).changeTo(Limit.perMinute(700)).level()).isEqualTo(700);
  }

  @Test
  void fractionOfALevel_isRoundedAgainstTheCaller() {
    Key key = Key.under(Limit.perSecond(3));
    key.check(1);

    // A third of 700 is owed: 233.33 permits.
    assertThat(key.changeTo(Limit.perSecond(700)).level()).isEqualTo(466);
    key.peek(0);
    assertThat(key.state().debt()).isEqualTo(2_333_334);
  }

  @Test
  void debtOfReservations_keepsItsDuration() {
    Key key = Key.under(Limit.perSecond(1));
    key.check(1);
    key.reserve(1, HOUR);
    key.reserve(1, HOUR);

    Verdict verdict = key.changeTo(Limit.perSecond(10).withBurst(1)).check(1);

    // Two seconds until it is empty, and a tenth until there is one permit.
    assertThat(verdict.retryAfterMicros()).isEqualTo(2_100 * MILLI);
  }

  @Test
  void everyOperation_writesTheNewLimit() {
    TokenBucket next = Limit.perSecond(6);
    Key key = Key.under(Limit.perSecond(3));
    key.check(3);

    Verdict denied = key.changeTo(next).check(1);

    assertThat(denied.granted()).isFalse();
    assertThat(key.written()).isTrue();
    assertThat(key.state())
        .isEqualTo(new BucketState(next.units(), 3_000_000, 0, Outstanding.NONE, 0));
  }

  @Test
  void keyThatIsFull_isRemoved() {
    Key key = Key.under(Limit.perSecond(3));
    key.check(3);

    key.at(SECOND).changeTo(Limit.perSecond(6)).peek(1);

    assertThat(key.written()).isTrue();
    assertThat(key.state()).isNull();
  }

  @Test
  void burstAlone_makesAnotherLimit() {
    Key key = Key.under(Limit.perSecond(10));
    key.check(5);

    assertThat(key.changeTo(Limit.perSecond(10).withBurst(20)).level()).isEqualTo(10);
  }

  @Test
  void sameUnits_areTheSameLimit() {
    Key key = Key.under(Limit.perSecond(1).withBurst(60));
    key.check(5);

    key.changeTo(Limit.perMinute(60)).peek(0);

    assertThat(key.written()).isFalse();
  }

  @Test
  void coarserTick_isCreditedOnce() {
    // One permit each millisecond, reckoned in microseconds and in milliseconds.
    BucketUnits fine = new BucketUnits(1, 1, 1_000, 10_000);
    BucketUnits coarse = new BucketUnits(1_000, 1, 1, 10);
    Key within = Key.under(fine);
    within.check(10);
    Key atTheTick = Key.under(fine);
    atTheTick.check(10);

    assertThat(within.at(2_500).changeTo(coarse).level()).isEqualTo(1);
    within.peek(0);
    assertThat(within.at(3_000).level()).isEqualTo(2);
    assertThat(atTheTick.at(2_000).changeTo(coarse).level()).isEqualTo(2);
  }

  @Test
  void finerTick_isCreditedFromTheTickOn() {
    BucketUnits fine = new BucketUnits(1, 1, 1_000, 10_000);
    BucketUnits coarse = new BucketUnits(1_000, 1, 1, 10);
    Key key = Key.under(coarse);
    key.check(10);

    key.at(2_500).changeTo(fine).peek(0);

    assertThat(key.level()).isEqualTo(2);
    assertThat(key.at(3_499).level()).isEqualTo(2);
    assertThat(key.at(3_500).level()).isEqualTo(3);
  }

  @Test
  void limitsOfMillisecondTicks_denyingByTurns_letTimePass() { // case 49
    // Both refill in 5,000.005 s, in ticks of a millisecond.
    TokenBucket one = Limit.perSecond(999_999).withBurst(5_000_000_000L);
    TokenBucket other = Limit.perSecond(1_999_998).withBurst(10_000_000_000L);
    Key key = Key.under(one).at(500);
    key.check(one.burst());
    long first = key.check(one.burst() / 2).retryAfterMicros();

    long last = first;
    for (int millis = 1; millis <= 1_000; millis++) {
      TokenBucket limit = millis % 2 == 0 ? one : other;
      Verdict verdict = key.at(500 + millis * MILLI).changeTo(limit).check(limit.burst() / 2);
      assertThat(verdict.granted()).isFalse();
      assertThat(verdict.retryAfterMicros()).isLessThan(last);
      last = verdict.retryAfterMicros();
    }

    assertThat(one.units().tickMicros()).isEqualTo(MILLI);
    assertThat(other.units().tickMicros()).isEqualTo(MILLI);
    assertThat(first - last).isBetween(SECOND - MILLI, SECOND);
  }
}
