package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.Key.MILLI;
import static dev.ratelimit.core.bucket.Key.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Permits out on lease, under 1,000 a second: one comes back each millisecond, a lease slot lasts
 * 25 ms, and a grant of the first slot lapses at 125 ms.
 */
class BucketLeaseTest {

  private static final long LAPSE = 125 * MILLI;

  private final Key key = Key.under(Limit.perSecond(1_000));

  @Test
  void grant_takesPermitsThatCountAsOut() {
    Grant grant = key.grant(100);

    // Nothing is paid off until the grant lapses: full again 100 ms later.
    assertThat(grant).isEqualTo(new Grant(100, 0, 0, 0, new Report(1_000, 900, 225 * MILLI)));
    assertThat(key.state().out().grants()).containsExactly(new SlotGrant(0, 100));
    assertThat(key.state().out().total()).isEqualTo(100);
    assertThat(key.written()).isTrue();
  }

  @Test
  void grantOfMoreThanIsThere_isWhatIsThere() {
    key.check(400);

    assertThat(key.grant(Long.MAX_VALUE).granted()).isEqualTo(600);
  }

  @Test
  void grantOfADrainedKey_waitsUntilSomethingLapses() {
    key.grant(1_000);
    BucketState before = key.state();

    Grant grant = key.grant(1);

    assertThat(grant)
        .isEqualTo(new Grant(0, 0, 0, 126 * MILLI, new Report(1_000, 0, 1_125 * MILLI)));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
    assertThat(key.at(126 * MILLI - 1).grant(1).granted()).isZero();
    assertThat(key.at(126 * MILLI).grant(1).granted()).isEqualTo(1);
  }

  @Test
  void grantOfNothing_writesNothingButTellsItsSlot() {
    Grant grant = key.at(60 * MILLI).grant(0);

    assertThat(grant).isEqualTo(new Grant(0, 0, 2, 0, new Report(1_000, 1_000, 0)));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isFalse();
  }

  @Test
  void grantsOfOneSlot_areCountedTogether() {
    key.grant(100);
    key.at(24_999).grant(50);

    assertThat(key.state().out().grants()).containsExactly(new SlotGrant(0, 150));
  }

  @Test
  void grantsOfTwoSlots_areCountedApart() {
    key.grant(100);
    key.at(25 * MILLI).grant(50);

    assertThat(key.state().out().grants())
        .containsExactlyInAnyOrder(new SlotGrant(0, 100), new SlotGrant(1, 50));
    assertThat(key.state().out().in(0)).isEqualTo(100);
    assertThat(key.state().out().in(1)).isEqualTo(50);
    assertThat(key.state().out().in(2)).isZero();
  }

  @Test
  void level_neverRisesAboveWhatIsNotOut() { // case 43
    key.grant(100);

    assertThat(key.at(90 * MILLI).level()).isEqualTo(900);
    assertThat(key.at(LAPSE - 1).level()).isEqualTo(900);
    assertThat(key.at(LAPSE).level()).isEqualTo(900);
    assertThat(key.at(LAPSE + MILLI - 1).level()).isEqualTo(900);
    assertThat(key.at(LAPSE + MILLI).level()).isEqualTo(901);
    assertThat(key.at(LAPSE + 100 * MILLI).level()).isEqualTo(1_000);
  }

  @Test
  void stretchWithLapses_isPaidOffLapseByLapse() {
    key.grant(100);
    key.at(25 * MILLI).grant(200);

    // Clipped at 300 until 125 ms, then paid off for 25 ms; clipped at 200 no more.
    assertThat(key.at(125 * MILLI).level()).isEqualTo(700);
    assertThat(key.at(150 * MILLI).level()).isEqualTo(725);
    assertThat(key.at(151 * MILLI).level()).isEqualTo(726);
    assertThat(key.at(425 * MILLI - 1).level()).isEqualTo(999);
    assertThat(key.at(425 * MILLI).level()).isEqualTo(1_000);
  }

  @Test
  void waits_areReckonedLapseByLapse() {
    key.grant(100);
    key.at(25 * MILLI).grant(200);

    Verdict verdict = key.check(800);

    assertThat(verdict)
        .isEqualTo(new Verdict(false, 0, 200 * MILLI, new Report(1_000, 700, 400 * MILLI)));
    assertThat(key.at(225 * MILLI - 1).check(800).granted()).isFalse();
    assertThat(key.at(225 * MILLI).check(800).granted()).isTrue();
  }

  @Test
  void waitThatEndsBeforeTheLapse_isNotClipped() {
    key.grant(100);
    key.check(900);

    assertThat(key.check(10).retryAfterMicros()).isEqualTo(10 * MILLI);
    assertThat(key.check(125).retryAfterMicros()).isEqualTo(LAPSE);
    assertThat(key.check(126).retryAfterMicros()).isEqualTo(LAPSE + MILLI);
  }

  @Test
  void spentPermits_areNoLongerOut() { // case 46
    Grant lease = key.grant(1_000);

    Report report = key.at(10 * MILLI).spent(lease, 1_000);

    // What the clip held back until the report is not made up for.
    assertThat(report).isEqualTo(new Report(1_000, 0, SECOND));
    assertThat(key.state().out().isEmpty()).isTrue();
    assertThat(key.check(1).retryAfterMicros()).isEqualTo(MILLI);
    assertThat(key.at(11 * MILLI - 1).check(1).granted()).isFalse();
    assertThat(key.at(11 * MILLI).check(1).granted()).isTrue();
  }

  @Test
  void partlySpentLease_keepsTheRestOut() {
    Grant lease = key.grant(100);

    key.at(10 * MILLI).spent(lease, 60);

    assertThat(key.state().out())
        .isEqualTo(new Outstanding(List.of(new SlotGrant(0, 40)), Carried.NONE));
    assertThat(key.at(70 * MILLI).level()).isEqualTo(960);
    assertThat(key.at(LAPSE).level()).isEqualTo(960);
  }

  @Test
  void returnedPermits_areThereAgain() {
    Grant lease = key.grant(100);

    Report report = key.at(10 * MILLI).giveBack(lease, 60);

    assertThat(report.remaining()).isEqualTo(960);
    assertThat(key.state().out().in(0)).isEqualTo(40);
    assertThat(key.written()).isTrue();
  }

  @Test
  void leaseReturnedWhole_leavesAFullKey() {
    Grant lease = key.grant(100);

    Report report = key.giveBack(lease, 100);

    assertThat(report).isEqualTo(new Report(1_000, 1_000, 0));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void reports_areBoundedByWhatTheSlotCounts() {
    Grant lease = key.grant(100);
    key.check(500);

    Report report = key.giveBack(lease, Long.MAX_VALUE);

    assertThat(report.remaining()).isEqualTo(500);
    assertThat(key.state().out().isEmpty()).isTrue();
    key.giveBack(lease, 1);
    assertThat(key.level()).isEqualTo(500);
    assertThat(key.written()).isFalse();
  }

  @Test
  void reportsWithoutEffect_writeNothing() {
    Grant lease = key.grant(100);
    BucketState before = key.state();
    key.advance(MILLI);

    key.spent(new Grant(100, 1, 0, 0, lease.report()), 100);
    assertThat(key.written()).isFalse();
    key.giveBack(new Grant(100, 0, 1, 0, lease.report()), 100);
    assertThat(key.written()).isFalse();
    key.spent(lease, 0);
    assertThat(key.written()).isFalse();
    assertThat(key.state()).isSameAs(before);
  }

  @Test
  void returnAfterTheLapse_bringsNothingBack() { // case 45
    Grant lease = key.grant(100);
    BucketState before = key.state();

    Report report = key.at(LAPSE).giveBack(lease, 100);

    assertThat(report).isEqualTo(new Report(1_000, 900, 100 * MILLI));
    assertThat(key.state()).isSameAs(before);
    assertThat(key.written()).isFalse();
  }

  @Test
  void returnJustBeforeTheLapse_bringsAllBack() {
    Grant lease = key.grant(100);

    Report report = key.at(LAPSE - 1).giveBack(lease, 100);

    assertThat(report).isEqualTo(new Report(1_000, 1_000, 0));
  }

  @Test
  void refund_neverGoesBelowWhatIsOut() {
    key.grant(100);
    key.check(50);

    assertThat(key.refund(20).remaining()).isEqualTo(870);
    assertThat(key.refund(31).remaining()).isEqualTo(900);
    assertThat(key.refund(Long.MAX_VALUE).remaining()).isEqualTo(900);
  }

  @Test
  void reset_leavesWhatIsOut() {
    key.grant(100);
    key.check(900);

    Report report = key.reset();

    assertThat(report).isEqualTo(new Report(1_000, 900, 225 * MILLI));
    assertThat(key.state().out().total()).isEqualTo(100);
  }

  @Test
  void fiveSlots_areOutAtMost() {
    for (int slot = 0; slot < 7; slot++) {
      key.at(slot * 25L * MILLI).grant(1);
    }

    assertThat(key.state().out().grants())
        .extracting(SlotGrant::slot)
        .containsExactlyInAnyOrder(2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void limitWithAShortRefill_hasSlotsOfOneTick() {
    Key fast = Key.under(Limit.of(10, Duration.ofNanos(1_000)));

    fast.grant(4);

    assertThat(fast.at(5).level()).isEqualTo(6);
    assertThat(fast.at(6).level()).isEqualTo(10);
  }
}
