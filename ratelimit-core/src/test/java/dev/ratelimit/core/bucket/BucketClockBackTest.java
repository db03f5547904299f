package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.HOUR;
import static dev.ratelimit.core.bucket.Key.MILLI;
import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The clock runs backwards: what was used is kept, from the present on. */
class BucketClockBackTest {

  private static Outstanding carried(long permits, long lapseMicros) {
    return new Outstanding(List.of(), new Carried(permits, lapseMicros));
  }

  @Test
  void clockAnHourBack_refillsFromTheNewTime() { // case 20
    Key key = Key.under(Limit.perSecond(10));
    key.at(2 * HOUR).check(10);

    Verdict denied = key.at(HOUR).check(1);
    Verdict allowed = key.at(HOUR + 100 * MILLI).check(1);

    assertThat(denied).isEqualTo(new Verdict(false, 0, 100 * MILLI, new Report(10, 0, SECOND)));
    assertThat(allowed.granted()).isTrue();
  }

  @Test
  void everyOperation_writesTheNewTime() {
    Key key = Key.under(Limit.perSecond(10));
    key.at(2 * SECOND).check(10);

    key.at(2 * SECOND - 1).peek(1);

    assertThat(key.written()).isTrue();
    assertThat(key.state().tick()).isEqualTo(2 * SECOND - 1);
    assertThat(key.state().debt()).isEqualTo(SECOND);
  }

  @Test
  void stepBackWithinATick_isNone() {
    Key key = Key.under(new BucketUnits(1_000, 1, 1, 3));
    key.at(5_700).check(3);
    BucketState before = key.state();

    Verdict verdict = key.at(5_000).check(1);

    assertThat(verdict).isEqualTo(new Verdict(false, 0, MILLI, new Report(3, 0, 3 * MILLI)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.at(4_999).check(1).retryAfterMicros()).isEqualTo(1);
    assertThat(key.written()).isTrue();
  }

  @Test
  void stepBackWithPermitsOut_carriesThemOver() {
    Key key = Key.under(Limit.perSecond(1_000));
    Grant lease = key.at(SECOND).grant(100);

    key.at(510 * MILLI).peek(0);

    // 510 ms is in slot 20: what is out counts until slot 25 begins.
    assertThat(key.state().out()).isEqualTo(carried(100, 625 * MILLI));
    assertThat(key.state().generation()).isEqualTo(1);
    key.spent(lease, 100);
    assertThat(key.written()).isFalse();
    key.giveBack(lease, 100);
    assertThat(key.written()).isFalse();
    assertThat(key.at(625 * MILLI).level()).isEqualTo(900);
    assertThat(key.at(725 * MILLI).level()).isEqualTo(1_000);
  }

  @Test
  void stepBackWithNothingOut_keepsTheGeneration() {
    Key key = Key.under(Limit.perSecond(1_000));
    key.at(SECOND).check(100);

    key.at(510 * MILLI).peek(0);

    assertThat(key.state().generation()).isZero();
    assertThat(key.state().out()).isEqualTo(Outstanding.NONE);
  }

  @Test
  void nextGrant_countsBesideWhatIsCarried() {
    Key key = Key.under(Limit.perSecond(1_000));
    key.at(SECOND).grant(100);

    Grant lease = key.at(510 * MILLI).grant(50);

    assertThat(lease.generation()).isEqualTo(1);
    assertThat(lease.slot()).isEqualTo(20);
    assertThat(key.state().out())
        .isEqualTo(new Outstanding(List.of(new SlotGrant(20, 50)), new Carried(100, 625 * MILLI)));
    key.giveBack(lease, 50);
    assertThat(key.state().out()).isEqualTo(carried(100, 625 * MILLI));
  }

  @Test
  void secondStepBack_keepsTheTimeThatWasLeft() {
    Key key = Key.under(Limit.perSecond(1_000));
    key.at(SECOND).grant(100);
    key.at(500 * MILLI).grant(50);

    // 125 ms were left; slot 19 alone would lapse at 600 ms.
    key.at(499 * MILLI).peek(0);

    assertThat(key.state().out()).isEqualTo(carried(150, 624 * MILLI));
    assertThat(key.state().generation()).isEqualTo(2);
  }

  @Test
  void secondStepBack_countsAtLeastAsANewGrant() {
    Key key = Key.under(Limit.perSecond(1_000));
    key.at(SECOND).grant(100);
    key.at(500 * MILLI).peek(0);
    key.at(620 * MILLI).check(1);

    // 5 ms were left.
    key.at(10 * MILLI).peek(0);

    assertThat(key.state().out()).isEqualTo(carried(100, 125 * MILLI));
  }

  @Test
  void coarseTicks_carryOverInMicroseconds() {
    // A slot lasts two ticks: 80 / 40.
    Key key = Key.under(new BucketUnits(1_000, 1, 1, 80));
    key.at(20 * MILLI).grant(10);

    key.at(7_300).peek(0);

    // Tick 7 is in slot 3: slot 8 begins at tick 16.
    assertThat(key.state().out()).isEqualTo(carried(10, 16 * MILLI));
    key.at(6_999).peek(0);
    // 9 ms were left of tick 7; slot 3 still lapses at tick 16, which is later.
    assertThat(key.state().out()).isEqualTo(carried(10, 16 * MILLI));
    key.at(5_999).peek(0);
    // 10 ms were left of tick 6, which is more than slot 2 has.
    assertThat(key.state().out()).isEqualTo(carried(10, 15_999));
    // It lapses at tick 16, the first at or after that instant.
    assertThat(key.at(16 * MILLI).level()).isEqualTo(70);
    assertThat(key.at(17 * MILLI).level()).isEqualTo(71);
  }

  @Test
  void keyThatBecameFull_startsAgainAtGenerationZero() {
    Key key = Key.under(Limit.perSecond(1_000));
    key.at(SECOND).grant(100);
    key.at(510 * MILLI).peek(0);

    key.at(2 * SECOND).check(1);

    assertThat(key.state().generation()).isZero();
    assertThat(key.state().out()).isEqualTo(Outstanding.NONE);
  }

  @Test
  void fullKey_isForgottenBeforeItCanStepBack() {
    Key key = Key.under(Limit.perSecond(10));
    key.at(2 * SECOND).check(1);
    key.at(3 * SECOND).peek(1);

    key.at(SECOND).check(1);

    // Stored at 2 s: a peek of the full key wrote nothing.
    assertThat(key.level()).isEqualTo(8);
  }
}
