package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.OneKey;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds whatever kind of limit it is. */
class AlgorithmsTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final List<Limit> KINDS =
      List.of(
          Limit.perMinute(3),
          Limit.fixedWindow(3, MINUTE),
          Limit.slidingWindow(3, MINUTE),
          Limit.slidingLog(3, MINUTE),
          Limit.allOf(Limit.perMinute(3)));

  static Stream<Limit> kinds() {
    return KINDS.stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void stateOfAnotherKind_countsAsAbsentAndIsOverwritten(Limit limit) {
    for (Limit other : KINDS) {
      OneKey foreign = OneKey.under(other);
      foreign.check(3);
      KeyState left = foreign.state();
      if (!other.equals(limit)) {
        OneKey key = OneKey.under(limit).holding(left);

        assertThat(key.peek(3).granted()).isTrue();
        assertThat(key.holding(left).check(1).report().remaining()).isEqualTo(2);
        assertThat(key.state()).hasSameClassAs(OneKey.under(limit).stateAfter(1));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void costOfNothing_isAllowedAndCreatesNoKey(Limit limit) {
    OneKey key = OneKey.under(limit);

    assertThat(key.check(0)).isEqualTo(new Verdict(true, 0, 0, new Report(3, 3, 0)));
    assertThat(key.written()).isFalse();
    assertThat(key.state()).isNull();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void costOfNothing_isAllowedOnADrainedKey(Limit limit) {
    OneKey key = OneKey.under(limit);
    key.check(3);
    KeyState before = key.state();

    assertThat(key.check(0).granted()).isTrue();
    assertThat(key.written()).isFalse();
    assertThat(key.state()).isSameAs(before);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void refundOfNothing_writesNothing(Limit limit) {
    OneKey key = OneKey.under(limit);
    key.check(3);
    KeyState before = key.state();

    assertThat(key.refund(0).remaining()).isZero();
    assertThat(key.written()).isFalse();
    assertThat(key.state()).isSameAs(before);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void state_tellsAnInstantAtWhichTheClockHasNotRunBackwards(Limit limit) {
    OneKey key = OneKey.under(limit).at(1_000_000_123);
    key.check(3);
    long written = key.state().writtenMicros();

    assertThat(written).isLessThanOrEqualTo(key.micros());
    key.at(written).peek(1);
    assertThat(key.written()).isFalse();
    key.at(written - 1).peek(1);
    assertThat(key.written()).isTrue();
  }

  @Test
  void limitsWithoutState_areRefused() {
    assertThatThrownBy(() -> Algorithms.of(Limit.unlimited()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be one that keeps state, was Unlimited[]");
    assertThatThrownBy(() -> Algorithms.of(Limit.blocked()))
        .hasMessage("limit must be one that keeps state, was Blocked[]");
  }
}
