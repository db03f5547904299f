package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalStoreTest {

  private final FakeClock clock = FakeClock.atMicros(1_700_000_000_000_000L);
  private final LocalStore store = LocalStore.builder().timeSource(clock).build();

  @Test
  void keyThatIsNotFull_isKeptUntilItIs() {
    Rule rule = Rule.of(Limit.perHour(1).withBurst(10));
    store.check("patient", rule, 10, clock.micros());
    clock.advance(Duration.ofHours(10).minusNanos(1_000));
    useManyKeys(rule);

    Decision decision = store.peek("patient", rule, 10, clock.micros());

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.retryAfter()).isEqualTo(Duration.ofNanos(1_000));
    assertThat(decision.remaining()).isEqualTo(9);
  }

  private void useManyKeys(Rule rule) {
    for (int i = 0; i < 100_000; i++) {
      store.check("key-" + i, rule, 1, clock.micros());
    }
  }

  @Test
  void requestsThatChargeNothing_makeNoKey() {
    Rule rule = Rule.of(Limit.perSecond(10));

    store.check("zero", rule, 0, clock.micros());
    store.check("never", rule, 11, clock.micros());
    store.check("never", rule, Long.MAX_VALUE, clock.micros());
    store.peek("peek", rule, 1, clock.micros());
    store.refund("refund", rule, 5, clock.micros());
    store.reset("reset", rule, clock.micros());
    store.take("take", rule, 0, clock.micros());
    store.reserve("reserve", rule, new Hold(0, 0), clock.micros());

    assertThat(store.size()).isZero();
  }

  @Test
  void checkOfZeroBehindReservations_isAllowed() {
    Rule rule = Rule.of(Limit.perSecond(1));
    store.reserve("key", rule, new Hold(1, 0), clock.micros());
    store.reserve("key", rule, new Hold(1, 5_000_000), clock.micros());

    Decision decision = store.check("key", rule, 0, clock.micros());

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.remaining()).isZero();
    assertThat(decision.resetAfter()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void instantBeforeTheLastWrite_seesTheDebtOfThen() {
    Rule rule = Rule.of(Limit.perSecond(10));
    long now = clock.micros();
    store.check("key", rule, 10, now);

    Decision late = store.check("key", rule, 1, now - 50_000);

    assertThat(late.allowed()).isFalse();
    assertThat(late.retryAfter()).isEqualTo(Duration.ofMillis(150));
    assertThat(store.peek("key", rule, 1, now).retryAfter()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void instantBeforeTheLastWriteOfAWideCell_seesTheDebtOfThen() {
    Rule rule = Rule.of(Limit.perSecond(999_983).withBurst(10));
    long now = clock.micros();
    store.check("key", rule, 10, now);

    Decision late = store.check("key", rule, 1, now - 50_000);

    assertThat(late.allowed()).isFalse();
    assertThat(late.retryAfter()).isEqualTo(Duration.ofNanos(50_002_000));
    assertThat(store.peek("key", rule, 1, now).retryAfter()).isEqualTo(Duration.ofNanos(2_000));
  }

  @Test
  void rulesOfOneLimitWithTwoNames_shareAKeyAndReportTheirOwn() {
    Rule first = Rule.of("first", Limit.perMinute(60).withBurst(10));
    Rule second = Rule.of("second", Limit.perSecond(1).withBurst(10));
    store.check("key", first, 4, clock.micros());

    Decision decision = store.check("key", second, 4, clock.micros());

    assertThat(decision.remaining()).isEqualTo(2);
    assertThat(decision.ruleName()).isEqualTo("second");
  }

  @Test
  void moreRulesThanAreKept_areStillAnswered() {
    for (int i = 1; i <= 3_000; i++) {
      Rule rule = Rule.of("rule-" + i, Limit.perSecond(i));

      assertThat(store.check("key-" + i, rule, i, clock.micros()).remaining()).isZero();
    }
  }

  @Test
  void limitWithoutState_isRefused() {
    assertThatThrownBy(() -> store.check("key", Rule.of(Limit.blocked()), 1, clock.micros()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be one that keeps state, was Blocked[]");
  }

  @Test
  void boundBelowOne_isRefused() {
    assertThatThrownBy(() -> LocalStore.builder().maximumKeys(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maximumKeys must be at least 1, was 0");
  }

  @Test
  void boundOfOne_keepsOneKeyAndForgetsNoDebt() {
    LocalStore one = LocalStore.builder().timeSource(clock).maximumKeys(1).build();
    Rule rule = Rule.of(Limit.perHour(3));

    for (int i = 0; i < 10; i++) {
      one.check("a", rule, 3, clock.micros());
      one.check("b", rule, 3, clock.micros());
    }

    assertThat(one.size()).isEqualTo(1);
    assertThat(one.peek("a", rule, 1, clock.micros()).allowed()).isFalse();
    assertThat(one.peek("b", rule, 1, clock.micros()).allowed()).isFalse();
  }

  @Test
  void resetAtAnOlderInstant_givesNoMoreThanABurst() {
    for (long rate : new long[] {1_000, 999_983_000}) {
      Rule rule = Rule.of("rate " + rate, Limit.perSecond(rate).withBurst(1_000));
      String key = "key " + rate;
      long earlier = clock.micros();
      clock.advance(Duration.ofMillis(500));
      store.check(key, rule, 1_000, clock.micros());

      store.reset(key, rule, earlier);
      store.check(key, rule, 1_000, clock.micros());

      assertThat(store.check(key, rule, 1, clock.micros()).allowed()).isFalse();
      assertThat(store.check(key, rule, 1, earlier).allowed()).isFalse();
    }
  }

  @Test
  void refundAtAnOlderInstant_givesBackWhatWasOwedSince() {
    Rule rule = Rule.of(Limit.perSecond(1_000));
    long earlier = clock.micros();
    clock.advance(Duration.ofMillis(500));
    store.check("key", rule, 10, clock.micros());

    store.refund("key", rule, 500, earlier);
    store.check("key", rule, 1_000, clock.micros());

    clock.advance(Duration.ofMillis(1));
    assertThat(store.peek("key", rule, 1, clock.micros()).remaining()).isEqualTo(1);
  }

  @Test
  void timeOutOfRange_isRefused() {
    Rule rule = Rule.of(Limit.perSecond(10));

    assertThatThrownBy(() -> store.check("key", rule, 1, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("from 0 to 4000000000000000 us since the epoch, was -1");
    assertThatThrownBy(() -> store.check("key", rule, 1, 4_000_000_000_000_001L))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
