package dev.ratelimit.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.OneKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FixedWindowTest {

  private static final long SECOND = 1_000_000;
  private static final long MOST = 1L << 52;

  /** Windows begin at 0, 10 s, 20 s and so on. */
  private static final FixedWindow LIMIT =
      Limit.fixedWindow(3, Duration.ofSeconds(10)).withOffset(Duration.ZERO);

  private static final Grid GRID = new Grid(10 * SECOND, 0);

  private static Verdict allowed(long remaining, long resetAfter) {
    return new Verdict(true, 0, 0, new Report(3, remaining, resetAfter));
  }

  private static Verdict denied(long retryAfter, long remaining, long resetAfter) {
    return new Verdict(false, 0, retryAfter, new Report(3, remaining, resetAfter));
  }

  @Test
  void window_grantsItsPermitsAndTheNextBeginsWithNothingSpent() {
    OneKey key = OneKey.under(LIMIT).at(4 * SECOND);

    assertThat(key.check(2)).isEqualTo(allowed(1, 6 * SECOND));
    assertThat(key.check(2)).isEqualTo(denied(6 * SECOND, 1, 6 * SECOND));
    assertThat(key.check(1)).isEqualTo(allowed(0, 6 * SECOND));
    assertThat(key.at(10 * SECOND - 1).check(1)).isEqualTo(denied(1, 0, 1));
    assertThat(key.at(10 * SECOND).check(3)).isEqualTo(allowed(0, 10 * SECOND));
  }

  @Test
  void offset_movesTheWindows() {
    FixedWindow limit = LIMIT.withOffset(Duration.ofSeconds(9));
    OneKey key = OneKey.under(limit).at(5); // before the offset: in the window of index -1

    assertThat(key.check(3)).isEqualTo(allowed(0, 9 * SECOND - 5));
    assertThat(key.state())
        .isEqualTo(new FixedWindowState(new Grid(10 * SECOND, 9 * SECOND), -1, 3));
    assertThat(key.at(9 * SECOND - 1).check(1)).isEqualTo(denied(1, 0, 1));
    assertThat(key.at(9 * SECOND).check(1)).isEqualTo(allowed(2, 10 * SECOND));
  }

  @Test
  void costAboveTheLimit_isNever() { // case 8
    OneKey key = OneKey.under(LIMIT);
    key.check(1);
    KeyState before = key.state();

    for (long cost : new long[] {4, 92_233_720_369L, Long.MAX_VALUE}) {
      assertThat(key.check(cost)).isEqualTo(denied(Wait.NEVER, 2, 10 * SECOND));
      assertThat(key.written()).isFalse();
      assertThat(key.state()).isSameAs(before);
    }
  }

  @Test
  void peek_answersAsCheckWouldAndChargesNothing() {
    OneKey key = OneKey.under(LIMIT);
    key.check(1);
    KeyState before = key.state();

    assertThat(key.peek(2)).isEqualTo(allowed(2, 10 * SECOND));
    assertThat(key.peek(3)).isEqualTo(denied(10 * SECOND, 2, 10 * SECOND));
    assertThat(key.written()).isFalse();
    assertThat(key.state()).isSameAs(before);
  }

  @Test
  void refund_neverGoesBelowNothing() {
    OneKey key = OneKey.under(LIMIT);
    key.check(3);

    assertThat(key.refund(2)).isEqualTo(new Report(3, 2, 10 * SECOND));
    assertThat(key.refund(Long.MAX_VALUE)).isEqualTo(new Report(3, 3, 0));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void refundInALaterWindow_bringsNothing() {
    OneKey key = OneKey.under(LIMIT);
    key.check(3);

    assertThat(key.at(10 * SECOND).refund(1)).isEqualTo(new Report(3, 3, 0));
    assertThat(key.state()).isNull();
  }

  @Test
  void reset_forgets() {
    OneKey key = OneKey.under(LIMIT);
    key.check(3);

    assertThat(key.reset()).isEqualTo(new Report(3, 3, 0));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void clockBackByAWindow_keepsTheCountFromThereOn() {
    OneKey key = OneKey.under(LIMIT).at(25 * SECOND);
    key.check(3);

    assertThat(key.at(19 * SECOND).check(1)).isEqualTo(denied(SECOND, 0, SECOND));
    assertThat(key.written()).isTrue();
    assertThat(key.state()).isEqualTo(new FixedWindowState(GRID, 1, 3));
    assertThat(key.at(20 * SECOND).check(1).granted()).isTrue();
  }

  @Test
  void clockBackWithinTheWindow_isNone() {
    OneKey key = OneKey.under(LIMIT).at(29 * SECOND);
    key.check(3);

    assertThat(key.at(20 * SECOND).check(1)).isEqualTo(denied(10 * SECOND, 0, 10 * SECOND));
    assertThat(key.written()).isFalse();
  }

  @Test
  void lowerLimit_keepsTheCountAndWritesNothing() {
    OneKey key = OneKey.under(LIMIT);
    key.check(3);

    Verdict verdict =
        key.changeTo(new FixedWindow(2, LIMIT.window(), LIMIT.offset())).at(SECOND).check(1);

    assertThat(verdict).isEqualTo(new Verdict(false, 0, 9 * SECOND, new Report(2, 0, 9 * SECOND)));
    assertThat(key.written()).isFalse();
  }

  @Test
  void otherWindow_takesTheCountOverAndIsWritten() {
    OneKey key = OneKey.under(LIMIT).at(9 * SECOND);
    key.check(2);
    FixedWindow hourly = Limit.fixedWindow(3, Duration.ofHours(1)).withOffset(Duration.ZERO);

    Verdict verdict = key.changeTo(hourly).check(2);

    assertThat(verdict).isEqualTo(denied(3_591 * SECOND, 1, 3_591 * SECOND));
    assertThat(key.state()).isEqualTo(new FixedWindowState(new Grid(3_600 * SECOND, 0), 0, 2));
  }

  @Test
  void countThatTheOldWindowHasLetGo_isGone() {
    OneKey key = OneKey.under(LIMIT).at(9 * SECOND);
    key.check(3);
    FixedWindow hourly = Limit.fixedWindow(3, Duration.ofHours(1)).withOffset(Duration.ZERO);

    assertThat(key.changeTo(hourly).at(10 * SECOND).peek(3).granted()).isTrue();
    assertThat(key.written()).isTrue();
    assertThat(key.state()).isNull();
  }

  @Test
  void largestLimitAndLongestWindow_doNotWrap() {
    FixedWindow limit =
        Limit.fixedWindow(MOST, Duration.ofDays(36_500)).withOffset(Duration.ofDays(36_499));
    OneKey key = OneKey.under(limit).at(4_000_000_000_000_000L);

    assertThat(key.check(MOST).report().remaining()).isZero();
    assertThat(key.check(1).granted()).isFalse();
    assertThat(key.check(MOST).retryAfterMicros()).isPositive();
    assertThat(key.check(MOST + 1).retryAfterMicros()).isEqualTo(Wait.NEVER);
  }

  @Test
  void reservationAndTake_areRefused() {
    OneKey key = OneKey.under(LIMIT);

    assertThatThrownBy(() -> key.reserve(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be a token bucket or all of several to be reserved, was " + LIMIT);
    assertThatThrownBy(() -> key.take(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be a token bucket to take what is there, was " + LIMIT);
  }
}
