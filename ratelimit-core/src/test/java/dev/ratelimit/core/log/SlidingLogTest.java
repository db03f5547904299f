package dev.ratelimit.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.SlidingLog;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.OneKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlidingLogTest {

  private static final long SECOND = 1_000_000;
  private static final SlidingLog LIMIT = Limit.slidingLog(3, Duration.ofSeconds(10));

  private static Verdict allowed(long remaining, long resetAfter) {
    return new Verdict(true, 0, 0, new Report(3, remaining, resetAfter));
  }

  private static Verdict denied(long retryAfter, long remaining, long resetAfter) {
    return new Verdict(false, 0, retryAfter, new Report(3, remaining, resetAfter));
  }

  private static SlidingLogState logged(long... seconds) {
    long[] instants = new long[seconds.length];
    for (int i = 0; i < seconds.length; i++) {
      instants[i] = seconds[i] * SECOND;
    }
    return SlidingLogState.of(10 * SECOND, instants);
  }

  /** {@return a key that was granted a permit at 0, 1 and 2 s} */
  private static OneKey spent() {
    OneKey key = OneKey.under(LIMIT);
    key.check(1);
    key.at(SECOND).check(1);
    key.at(2 * SECOND).check(1);
    return key;
  }

  @Test
  void denial_lastsUntilEnoughOfTheOldestAreGone() {
    OneKey key = spent().at(3 * SECOND);

    assertThat(key.check(1)).isEqualTo(denied(7 * SECOND, 0, 9 * SECOND));
    assertThat(key.check(2)).isEqualTo(denied(8 * SECOND, 0, 9 * SECOND));
    assertThat(key.check(3)).isEqualTo(denied(9 * SECOND, 0, 9 * SECOND));
    assertThat(key.at(10 * SECOND - 1).check(1)).isEqualTo(denied(1, 0, 2 * SECOND + 1));
    assertThat(key.at(10 * SECOND).check(1)).isEqualTo(allowed(0, 10 * SECOND));
    assertThat(key.state()).isEqualTo(logged(1, 2, 10));
  }

  @Test
  void denial_keepsEvenWhatIsGone() {
    OneKey key = spent();
    KeyState before = key.state();

    assertThat(key.at(10 * SECOND).check(2).granted()).isFalse();
    assertThat(key.written()).isFalse();
    assertThat(key.state()).isSameAs(before);
  }

  @Test
  void costAboveTheLimit_isNever() { // case 8
    OneKey key = spent();
    KeyState before = key.state();

    for (long cost : new long[] {4, 92_233_720_369L, Long.MAX_VALUE}) {
      assertThat(key.check(cost)).isEqualTo(denied(Wait.NEVER, 0, 10 * SECOND));
      assertThat(key.written()).isFalse();
      assertThat(key.state()).isSameAs(before);
    }
  }

  @Test
  void manyPermitsAtOneInstant_areAsManyInstants() {
    OneKey key = OneKey.under(LIMIT).at(5 * SECOND);

    assertThat(key.check(2)).isEqualTo(allowed(1, 10 * SECOND));
    assertThat(key.state()).isEqualTo(logged(5, 5));
  }

  @Test
  void refund_takesTheNewest() {
    OneKey key = spent();

    assertThat(key.refund(2)).isEqualTo(new Report(3, 2, 8 * SECOND));
    assertThat(key.state()).isEqualTo(logged(0));
    assertThat(key.refund(Long.MAX_VALUE)).isEqualTo(new Report(3, 3, 0));
    assertThat(key.state()).isNull();
  }

  @Test
  void reset_forgets() {
    OneKey key = spent();

    assertThat(key.reset()).isEqualTo(new Report(3, 3, 0));
    assertThat(key.state()).isNull();
    assertThat(key.written()).isTrue();
  }

  @Test
  void clockBack_makesTheFutureThePresent() {
    OneKey key = spent();

    Verdict verdict = key.at(SECOND).check(2);

    assertThat(verdict).isEqualTo(denied(10 * SECOND, 0, 10 * SECOND));
    assertThat(key.written()).isTrue();
    assertThat(key.state()).isEqualTo(logged(0, 1, 1));
  }

  @Test
  void clockBackBeforeAll_keepsAllFromThereOn() {
    OneKey key = OneKey.under(LIMIT).at(100 * SECOND);
    key.check(2);

    assertThat(key.at(50 * SECOND).check(1)).isEqualTo(allowed(0, 10 * SECOND));
    assertThat(key.state()).isEqualTo(logged(50, 50, 50));
    assertThat(key.at(60 * SECOND).check(3)).isEqualTo(allowed(0, 10 * SECOND));
  }

  @Test
  void refundAfterAClockBack_takesFromThePresent() {
    OneKey key = spent();

    key.at(SECOND).refund(1);

    assertThat(key.state()).isEqualTo(logged(0, 1));
  }

  @Test
  void lowerLimit_keepsTheInstantsAndWritesNothing() {
    OneKey key = spent();

    Verdict verdict = key.changeTo(Limit.slidingLog(1, LIMIT.window())).check(1);

    assertThat(verdict)
        .isEqualTo(new Verdict(false, 0, 10 * SECOND, new Report(1, 0, 10 * SECOND)));
    assertThat(key.written()).isFalse();
  }

  @Test
  void longerWindow_keepsWhatTheOldOneStillCovers() {
    OneKey key = spent();

    Verdict verdict =
        key.changeTo(Limit.slidingLog(3, Duration.ofSeconds(100))).at(11 * SECOND).check(3);

    assertThat(verdict).isEqualTo(denied(91 * SECOND, 2, 91 * SECOND)); // that of 1 s is gone
    assertThat(key.written()).isTrue();
    assertThat(key.state()).isEqualTo(SlidingLogState.of(100 * SECOND, 2 * SECOND));
  }

  @Test
  void shorterWindow_letsTheOlderGo() {
    OneKey key = spent();

    key.changeTo(Limit.slidingLog(3, Duration.ofSeconds(1))).peek(0);

    assertThat(key.state()).isEqualTo(SlidingLogState.of(SECOND, 2 * SECOND));
  }

  @Test
  void largestLog_isDecidedWithoutLookingAtEveryInstant() {
    SlidingLog limit = Limit.slidingLog(1_000_000, Duration.ofDays(1), 1_000_000);
    OneKey key = OneKey.under(limit);
    key.check(999_999);
    key.at(1).check(1);

    for (long cost = 1; cost <= 999_999; cost++) {
      assertThat(key.peek(cost).retryAfterMicros()).isEqualTo(86_400 * SECOND - 1);
    }
    assertThat(key.peek(1_000_000).retryAfterMicros()).isEqualTo(86_400 * SECOND);
  }

  @Test
  void states_areEqualIfTheirWindowAndInstantsAre() {
    assertThat(logged(1, 2)).isEqualTo(logged(1, 2)).hasSameHashCodeAs(logged(1, 2));
    assertThat(logged(1, 2)).isNotEqualTo(logged(1, 3)).isNotEqualTo(logged(1));
    assertThat(SlidingLogState.of(1, 5)).isNotEqualTo(SlidingLogState.of(2, 5));
    assertThat(logged(1, 2))
        .hasToString(
            "SlidingLogState[windowMicros=10000000, size=2, oldest=1000000, newest=2000000]");
    assertThat(logged(1, 2).instants()).containsExactly(SECOND, 2 * SECOND);
    assertThat(logged(1, 2).windowMicros()).isEqualTo(10 * SECOND);
  }

  @Test
  void state_isACopy() {
    long[] instants = {1, 2};
    SlidingLogState state = SlidingLogState.of(10, instants);

    instants[0] = 7;
    state.instants()[0] = 8;

    assertThat(state.instants()).containsExactly(1, 2);
  }

  @Test
  void stateOfNothing_isRefused() {
    assertThatThrownBy(() -> SlidingLogState.of(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("instants must be at least one");
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
