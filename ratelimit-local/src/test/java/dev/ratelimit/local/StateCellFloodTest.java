package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a flood of new keys can and cannot do to keys under windows, logs and several buckets. */
class StateCellFloodTest {

  private static final int KEYS = 1_000;
  private static final int FLOOD = 20_000;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration MICRO = Duration.ofNanos(1_000);

  /** Begins where windows of an hour do. */
  private final FakeClock clock = FakeClock.atMicros(472_222L * 3_600_000_000L);

  private final LocalStore store = LocalStore.builder().timeSource(clock).maximumKeys(KEYS).build();

  @ParameterizedTest
  @EnumSource
  void floodOfKeysUsedOnce_givesADrainedKeyNothing(Kind kind) {
    assertDrainedKeyStaysDrained(kind, 1);
  }

  @ParameterizedTest
  @EnumSource
  void floodOfKeysThatSpendAll_givesADrainedKeyNothing(Kind kind) {
    assertDrainedKeyStaysDrained(kind, 10);
  }

  private void assertDrainedKeyStaysDrained(Kind kind, long costOfEach) {
    Rule rule = kind.rule(10, HOUR);
    clock.advance(MINUTE);
    Duration whole = store.check("victim", rule, 10, clock.micros()).resetAfter();
    clock.advance(MINUTE);

    assertThat(flood(rule, costOfEach)).isLessThanOrEqualTo(KEYS);

    assertThat(check("victim", rule, 10)).isFalse();
    assertThat(check("victim", rule, 1)).isFalse();
    clock.advance(whole.minus(MINUTE).minus(MICRO));
    assertThat(check("victim", rule, 10)).isFalse();
    clock.advance(untilForgotten());
    assertThat(check("victim", rule, 10)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void keyThatMadeRoom_isToldATrueRetryAfter(Kind kind) {
    Rule rule = kind.rule(10, HOUR);
    Rule other = Rule.of("other", Limit.perDay(1));
    for (int round = 1; round <= 20; round++) {
      String key = "key-" + round;
      clock.advance(HOUR.multipliedBy(4));
      LocalStore one = LocalStore.builder().timeSource(clock).maximumKeys(1).build();
      clock.advance(MINUTE.multipliedBy(7L * round % 60));
      one.check(key, rule, 10, clock.micros());
      clock.advance(MINUTE.multipliedBy(round));
      one.check("other", other, 1, clock.micros());
      clock.advance(MINUTE.multipliedBy(13L * round % 50));

      Decision denied = one.peek(key, rule, 10, clock.micros());
      if (!denied.allowed()) {
        clock.advance(denied.retryAfter().minus(MICRO));
        assertThat(one.peek(key, rule, 10, clock.micros()).allowed()).isFalse();
        clock.advance(MICRO);
        assertThat(one.peek(key, rule, 10, clock.micros()).allowed()).isTrue();
      }
    }
  }

  @Test
  void keyThatMadeRoom_gainsNothingByAnotherOffset() {
    Limit midnight = Limit.fixedWindow(10, HOUR).withOffset(Duration.ZERO);
    Limit later = Limit.fixedWindow(10, HOUR).withOffset(MINUTE.multipliedBy(20));
    LocalStore one = LocalStore.builder().timeSource(clock).maximumKeys(1).build();
    clock.advance(MINUTE.multipliedBy(30));
    one.check("key", Rule.of(midnight), 10, clock.micros());
    one.check("other", Rule.of(Limit.perDay(1)), 1, clock.micros());

    assertThat(one.peek("key", Rule.of(later), 1, clock.micros()).allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void keyThatMadeRoom_owesWhatItOwedAndOneMoreAtMost(Kind kind) {
    LocalStore one = LocalStore.builder().timeSource(clock).maximumKeys(1).build();
    Rule rule = kind.rule(10, HOUR);
    Rule other = Rule.of("other", Limit.perDay(1));
    for (int used = 1; used <= 10; used++) {
      String key = "key-" + used;
      // Far enough apart that no place of the keys before owes anything.
      clock.advance(HOUR.multipliedBy(3));
      one.check(key, rule, used, clock.micros());

      one.check("other-" + used, other, 1, clock.micros());

      assertThat(one.size()).isEqualTo(1);
      assertThat(one.peek(key, rule, 0, clock.micros()).remaining())
          .isBetween(Math.max(0, 9L - used), 10L - used);
    }
  }

  @ParameterizedTest
  @EnumSource
  void strangers_haveAllTheirPermitsAgainTwoWindowsAfterAFlood(Kind kind) {
    Rule rule = kind.rule(10, HOUR);
    flood(rule, 10);

    clock.advance(untilForgotten());

    for (int i = 0; i < KEYS; i++) {
      assertThat(check("stranger-" + i, rule, 10)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void floodUnderOneLimit_costsKeysOfAShorterWindowNothing(Kind kind) {
    flood(kind.rule(10, HOUR), 10);

    assertThat(check("stranger", kind.rule(10, Duration.ofMinutes(10)), 10)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void timeAlone_costsAKeyThatIsNotFullNothing(Kind kind) {
    LocalStore large = LocalStore.builder().timeSource(clock).build();
    Rule rule = kind.rule(10, HOUR);
    clock.advance(MINUTE);
    Duration whole = large.check("patient", rule, 10, clock.micros()).resetAfter();

    clock.advance(whole.minus(MICRO));
    for (int i = 0; i < FLOOD; i++) {
      large.check("key-" + i, rule, 1, clock.micros());
    }

    assertThat(large.peek("patient", rule, 10, clock.micros()).allowed()).isFalse();
    assertThat(large.peek("patient", rule, 10, clock.micros()).retryAfter()).isEqualTo(MICRO);
  }

  @Test
  void keyOfWhichOneBucketIsFullAndAnotherIsNot_isKept() {
    Rule rule = Rule.of(Limit.allOf(Limit.perSecond(3), Limit.perHour(9)));

    for (int second = 0; second < 10; second++) {
      // The second's bucket is always full again, and reported: it has the fewest permits.
      assertThat(check("patient", rule, 3)).isEqualTo(second < 3);
      clock.advance(Duration.ofSeconds(1));
      check("key-a-" + second, rule, 1);
      check("key-b-" + second, rule, 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keysThatAreFullAgain_areSwept(Kind kind) {
    Rule rule = kind.rule(10, HOUR);
    Duration whole = Duration.ZERO;
    for (int i = 0; i < 400; i++) {
      whole = store.check("key-" + i, rule, 10, clock.micros()).resetAfter();
    }
    assertThat(store.size()).isEqualTo(400);

    clock.advance(whole);
    for (int i = 0; i < 200; i++) {
      check("new-" + i, rule, 1);
    }

    assertThat(store.size()).isEqualTo(200);
  }

  private boolean check(String key, Rule rule, long cost) {
    return store.check(key, rule, cost, clock.micros()).allowed();
  }

  /** {@return how long a place remembers at most what was used of a limit of an hour} */
  private static Duration untilForgotten() {
    return HOUR.multipliedBy(2);
  }

  /** {@return the largest number of keys seen to take room} */
  private long flood(Rule rule, long cost) {
    long largest = 0;
    for (int i = 0; i < FLOOD; i++) {
      check("flood-" + i, rule, cost);
      largest = Math.max(largest, store.size());
    }
    return largest;
  }
}
