package dev.ratelimit.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.SlidingWindow;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.OneKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {

  private static final long SECOND = 1_000_000;
  private static final long MOST = 1L << 52;

  /** Windows begin at 0, 10 s, 20 s and so on. */
  private static final SlidingWindow LIMIT = limit(10, 10);

  private static final Grid GRID = new Grid(10 * SECOND, 0);

  private static SlidingWindow limit(long permits, long seconds) {
    return new SlidingWindow(permits, Duration.ofSeconds(seconds), Optional.of(Duration.ZERO));
  }

  private static Verdict allowed(long remaining, long resetAfter) {
    return new Verdict(true, 0, 0, new Report(10, remaining, resetAfter));
  }

  private static Verdict denied(long retryAfter, long remaining, long resetAfter) {
    return new Verdict(false, 0, retryAfter, new Report(10, remaining, resetAfter));
  }

  @Test
  void previousWindow_countsForThePartThatIsStillCovered() {
    OneKey key = OneKey.under(LIMIT);

    assertThat(key.check(10)).isEqualTo(allowed(0, 20 * SECOND));
    assertThat(key.at(10 * SECOND).peek(1)).isEqualTo(denied(SECOND, 0, 10 * SECOND));
    assertThat(key.at(15 * SECOND).check(6)).isEqualTo(denied(SECOND, 5, 5 * SECOND));
    assertThat(key.at(15 * SECOND).check(5)).isEqualTo(allowed(0, 15 * SECOND));
    assertThat(key.state()).isEqualTo(new SlidingWindowState(GRID, 1, 5, 10));
  }

  @Test
  void denialByThePresentWindow_endsInTheNext() {
    OneKey key = OneKey.under(LIMIT);
    key.check(10);

    assertThat(key.check(1)).isEqualTo(denied(11 * SECOND, 0, 20 * SECOND));
    assertThat(key.at(11 * SECOND - 1).check(1).granted()).isFalse();
    assertThat(key.at(11 * SECOND).check(1)).isEqualTo(allowed(0, 19 * SECOND));
  }

  @Test
  void partOfAPermit_isRoundedAgainstTheCaller() {
    OneKey key = OneKey.under(limit(3, 10));
    key.check(3);

    Verdict verdict = key.at(10 * SECOND).check(1); // 10 s / 3 from now, rounded up

    assertThat(verdict.retryAfterMicros()).isEqualTo(3_333_334);
    assertThat(key.at(13_333_333).peek(0).report().remaining()).isZero();
    assertThat(key.at(13_333_334).peek(0).report().remaining()).isEqualTo(1);
  }

  @Test
  void fullCostAfterTheWholeLimit_waitsTwoWindows() {
    OneKey key = OneKey.under(LIMIT);
    key.check(10);

    assertThat(key.check(10).retryAfterMicros()).isEqualTo(20 * SECOND);
    assertThat(key.at(20 * SECOND).check(10)).isEqualTo(allowed(0, 20 * SECOND));
  }

  @Test
  void countsOfTwoWindowsAgo_areGone() {
    OneKey key = OneKey.under(LIMIT);
    key.check(4);

    assertThat(key.at(20 * SECOND - 1).peek(0).report()).isEqualTo(new Report(10, 9, 1));
    assertThat(key.at(20 * SECOND).peek(10)).isEqualTo(allowed(10, 0));
  }

  @Test
  void costAboveTheLimit_isNever() { // case 8
    OneKey key = OneKey.under(LIMIT);
    key.check(1);
    KeyState before = key.state();

    for (long cost : new long[] {11, 92_233_720_369L, Long.MAX_VALUE}) {
      assertThat(key.check(cost)).isEqualTo(denied(Wait.NEVER, 9, 20 * SECOND));
      assertThat(key.written()).isFalse();
      assertThat(key.state()).isSameAs(before);
    }
  }

  @Test
  void refund_isTakenFromThePresentWindowOnly() {
    OneKey key = OneKey.under(LIMIT);
    key.check(10);
    key.at(15 * SECOND).check(2);

    assertThat(key.refund(Long.MAX_VALUE)).isEqualTo(new Report(10, 5, 5 * SECOND));
    assertThat(key.state()).isEqualTo(new SlidingWindowState(GRID, 1, 0, 10));
  }

  @Test
  void refundOfAll_leavesNothingStored() {
    OneKey key = OneKey.under(LIMIT);
    key.check(10);

    assertThat(key.refund(10)).isEqualTo(new Report(10, 10, 0));
    assertThat(key.state()).isNull();
  }

  @Test
  void reset_forgetsBothWindows() {
    OneKey key = OneKey.under(LIMIT);
    key.check(10);
    key.at(15 * SECOND).check(2);

    assertThat(key.reset()).isEqualTo(new Report(10, 10, 0));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void clockBackByAWindow_keepsBothCountsFromThereOn() {
    OneKey key = OneKey.under(LIMIT).at(5 * SECOND);
    key.check(4);
    key.at(15 * SECOND).check(6);

    Verdict verdict = key.at(5 * SECOND).check(9); // 6 and half of 4

    assertThat(verdict.report()).isEqualTo(new Report(10, 2, 15 * SECOND));
    assertThat(key.written()).isTrue();
    assertThat(key.state()).isEqualTo(new SlidingWindowState(GRID, 0, 6, 4));
  }

  @Test
  void clockBackWithinTheWindow_isNone() {
    OneKey key = OneKey.under(LIMIT).at(19 * SECOND);
    key.check(10);

    assertThat(key.at(10 * SECOND).check(1).granted()).isFalse();
    assertThat(key.written()).isFalse();
  }

  @Test
  void otherWindow_takesBothCountsOver() {
    OneKey key = OneKey.under(LIMIT).at(5 * SECOND);
    key.check(4);
    key.at(15 * SECOND).check(6);

    Verdict verdict = key.changeTo(limit(10, 100)).check(1);

    assertThat(verdict.granted()).isFalse();
    assertThat(key.state()).isEqualTo(new SlidingWindowState(new Grid(100 * SECOND, 0), 0, 10, 0));
  }

  @Test
  void otherOffset_isAnotherLimit() {
    OneKey key = OneKey.under(LIMIT).at(5 * SECOND);
    key.check(4);

    key.changeTo(LIMIT.withOffset(Duration.ofSeconds(1))).peek(0);

    assertThat(key.written()).isTrue();
    assertThat(key.state())
        .isEqualTo(new SlidingWindowState(new Grid(10 * SECOND, SECOND), 0, 4, 0));
  }

  @Test
  void countTakenOver_isCutToWhatIsExact() {
    SlidingWindow huge =
        new SlidingWindow(MOST, Duration.ofNanos(1_000), Optional.of(Duration.ZERO));
    OneKey key = OneKey.under(huge);
    key.check(MOST);

    key.changeTo(limit(1, 1)).check(1);

    assertThat(key.state())
        .isEqualTo(new SlidingWindowState(new Grid(SECOND, 0), 0, MOST / SECOND, 0));
  }

  /** A limit of whole seconds is lowered to one of microseconds: count * window is above 2^63. */
  @Test
  void hugeCountUnderALowLimit_doesNotWrap() {
    long permits = MOST / 1_000;
    assertThat(limit(permits, 1_000).tickMicros()).isEqualTo(SECOND);
    OneKey key = OneKey.under(limit(permits, 1_000));
    key.check(permits);
    key.changeTo(limit(2, 1_000));

    Verdict present = key.check(1);
    Verdict next = key.at(1_000 * SECOND).check(1);

    assertThat(present)
        .isEqualTo(new Verdict(false, 0, 2_000 * SECOND, new Report(2, 0, 2_000 * SECOND)));
    assertThat(next)
        .isEqualTo(new Verdict(false, 0, 1_000 * SECOND, new Report(2, 0, 1_000 * SECOND)));
    assertThat(key.written()).isFalse();
    Verdict later = key.at(1_001_800_000).check(1); // where the product in a long is below 0
    assertThat(later.retryAfterMicros()).isEqualTo(998_200_000);
    assertThat(key.at(2_000 * SECOND).check(2).granted()).isTrue();
  }

  @Test
  void coarseTick_countsFromItsBeginning() {
    SlidingWindow coarse = limit(MOST / 10, 10);
    assertThat(coarse.tickMicros()).isEqualTo(SECOND);
    OneKey key = OneKey.under(coarse).at(1_500_000);
    key.check(MOST / 10);

    Verdict verdict = key.at(10_500_000).check(1);

    assertThat(verdict.retryAfterMicros()).isEqualTo(500_000); // at 11 s
    assertThat(verdict.report().resetAfterMicros()).isEqualTo(9_500_000);
    assertThat(key.at(10_999_999).check(1).granted()).isFalse();
    assertThat(key.at(11 * SECOND).check(1).granted()).isTrue();
  }

  @Test
  void reservationAndTake_areRefused() {
    OneKey key = OneKey.under(LIMIT);

    assertThatThrownBy(() -> key.reserve(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("was " + LIMIT);
    assertThatThrownBy(() -> key.take(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("was " + LIMIT);
  }
}
