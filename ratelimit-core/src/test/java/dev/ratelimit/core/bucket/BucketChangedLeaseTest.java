package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.HOUR;
import static dev.ratelimit.core.bucket.Key.MILLI;
import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Permits out on lease when the limit changes. */
class BucketChangedLeaseTest {

  /** A slot lasts 25 ms; what is granted at 0 lapses at 125 ms. */
  private static final TokenBucket THOUSAND = Limit.perSecond(1_000);

  private static Outstanding carried(long permits, long lapseMicros) {
    return new Outstanding(List.of(), new Carried(permits, lapseMicros));
  }

  @Test
  void lease_lapsesNoSoonerThanItWouldHave() { // case 50
    Key key = Key.under(Limit.perHour(1_000));
    key.grant(100);

    // A slot lasts 90 s under 1,000 an hour: a fortieth of it.
    key.at(SECOND).changeTo(THOUSAND).peek(0);

    assertThat(key.state().out()).isEqualTo(carried(100, 450 * SECOND));
    assertThat(key.at(450 * SECOND).level()).isEqualTo(900);
    assertThat(key.at(450 * SECOND + 100 * MILLI - 1).level()).isEqualTo(999);
    assertThat(key.at(450 * SECOND + 100 * MILLI).level()).isEqualTo(1_000);
  }

  @Test
  void whatIsOut_lapsesOnTimeHoweverOftenTheLimitChanges() { // case 52
    TokenBucket hundred = Limit.perSecond(100);
    TokenBucket other = Limit.perSecond(137).withBurst(91);
    Key key = Key.under(hundred);
    key.grant(100);

    long millis = 0;
    boolean allowed = false;
    while (!allowed) {
      millis += 10;
      TokenBucket limit = millis % 20 == 0 ? hundred : other;
      allowed = key.at(millis * MILLI).changeTo(limit).check(1).granted();
    }

    assertThat(millis).isBetween(130L, 250L);
  }

  @Test
  void laterLapseOfTwo_isKept() {
    Key key = Key.under(THOUSAND);
    key.grant(100);
    key.at(50 * MILLI).grant(50);
    key.at(60 * MILLI).grant(50);

    key.changeTo(Limit.perSecond(2_000)).peek(0);

    assertThat(key.state().out()).isEqualTo(carried(200, 175 * MILLI));
    assertThat(key.state().generation()).isEqualTo(1);
  }

  @Test
  void carriedAmount_keepsItsInstantExactly() {
    Key key = Key.under(THOUSAND);
    key.grant(100);
    key.changeTo(Limit.perSecond(2_000)).at(10 * MILLI).grant(50);

    // 2,000 a second: a slot lasts 12.5 ms, the grant lapses at 62.5 ms.
    key.changeTo(THOUSAND).at(20 * MILLI).peek(0);

    assertThat(key.state().out()).isEqualTo(carried(150, 125 * MILLI));
    assertThat(key.state().generation()).isEqualTo(2);
  }

  @Test
  void messagesOfTheOldLimit_doNothing() {
    Key key = Key.under(THOUSAND);
    Grant lease = key.grant(100);
    key.changeTo(Limit.perSecond(2_000)).peek(0);

    key.spent(lease, 100);
    assertThat(key.written()).isFalse();
    key.giveBack(lease, 100);
    assertThat(key.written()).isFalse();
    assertThat(key.state().out().total()).isEqualTo(100);
  }

  @Test
  void changeWithNothingOut_keepsTheGeneration() {
    Key key = Key.under(THOUSAND);
    key.check(100);

    key.changeTo(Limit.perSecond(2_000)).peek(0);

    assertThat(key.state().generation()).isZero();
  }

  @Test
  void changeWhileTheClockGoesBack_isTwoGenerations() {
    Key key = Key.under(THOUSAND);
    key.at(SECOND).grant(100);

    key.at(500 * MILLI).changeTo(Limit.perSecond(2_000)).peek(0);

    assertThat(key.state().generation()).isEqualTo(2);
    assertThat(key.state().out()).isEqualTo(carried(100, 625 * MILLI));
  }

  @Test
  void debt_coversWhatIsOut() {
    Key key = Key.under(THOUSAND);
    key.grant(100);

    // The level kept would be 9 of 10; all ten are out.
    key.changeTo(Limit.perSecond(10)).peek(0);

    assertThat(key.level()).isZero();
    assertThat(key.state().debt()).isEqualTo(100 * 100_000);
    assertThat(key.state().out().total()).isEqualTo(100);
  }

  @Test
  void reservationOfNothing_isGrantedThoughMoreIsOutThanTheBurst() {
    Key key = Key.under(THOUSAND);
    key.grant(100);

    Verdict verdict = key.changeTo(Limit.perSecond(10)).reserve(0, 0);

    assertThat(verdict.granted()).isTrue();
    assertThat(verdict.waitMicros()).isZero();
  }

  @Test
  void leaseOfCoarseTicks_isCarriedOverInMicroseconds() {
    // A slot lasts two ticks of a millisecond, a grant of the first lapses at 10 ms.
    Key key = Key.under(new BucketUnits(1_000, 1, 1, 80));
    key.grant(10);

    key.at(MILLI).changeTo(THOUSAND).peek(0);

    assertThat(key.state().out()).isEqualTo(carried(10, 10 * MILLI));
  }

  @Test
  void moreOutThanTheLargestDebt_isCut() {
    // 1 per 7 s: the largest debt is 7 s and an hour, which is 515 permits and 2 s.
    TokenBucket slow = Limit.of(1, Duration.ofSeconds(7));
    Key fits = Key.under(THOUSAND);
    fits.grant(515);
    Key cut = Key.under(THOUSAND);
    cut.grant(516);

    fits.changeTo(slow).peek(0);
    cut.changeTo(slow).peek(0);

    assertThat(fits.state().out().total()).isEqualTo(515);
    assertThat(fits.state().debt()).isEqualTo(515 * 7 * SECOND);
    assertThat(cut.state().out().total()).isEqualTo(515);
    assertThat(cut.state().debt()).isEqualTo(7 * SECOND + HOUR);
  }

  @Test
  void productOfOutAndUnits_doesNotOverflow() {
    long most = 1L << 52;
    long century = 36_500L * 86_400 * SECOND;
    Key key = Key.under(new TokenBucket(most, Duration.ofSeconds(1), most));
    key.grant(most);

    key.changeTo(new TokenBucket(1, Duration.ofDays(36_500), 1)).peek(0);

    assertThat(key.state().debt()).isEqualTo(century + HOUR);
    assertThat(key.state().out().total()).isEqualTo(1);
  }

  @Test
  void carriedAmountThatLapsedWithinACoarseTick_noLongerHoldsReservationsBack() {
    // A slot lasts 10,714 us, so the grant lapses at 53,570 us: within a millisecond.
    TokenBucket fine = Limit.perSecond(7).withBurst(3);
    TokenBucket coarse = Limit.perSecond(999_999).withBurst(5_000_000_000L);
    Key key = Key.under(fine);
    key.grant(1);
    key.at(53_000).changeTo(coarse).peek(0);

    Verdict verdict = key.at(53_800).changeTo(fine).reserve(3, HOUR);

    // One of three is owed, at 7 a second.
    assertThat(verdict.granted()).isTrue();
    assertThat(verdict.waitMicros()).isEqualTo(142_858);
  }
}
