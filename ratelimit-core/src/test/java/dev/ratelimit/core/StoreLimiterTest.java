package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StoreLimiterTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandClock clock = new HandClock();
  private final MemoryStore store = new MemoryStore();
  private final Rules rules = Rules.all(Rule.of("free", Limit.perSecond(10)));
  private final StoreLimiter limiter = limiter(rules);

  private StoreLimiter limiter(Rules chosen) {
    return new StoreLimiter(store, chosen, clock, Runnable::run);
  }

  /** Every operation that takes an amount, with one. */
  private List<ThrowingCallable> withAmount(long amount) {
    return List.of(
        () -> limiter.check("key", amount),
        () -> limiter.checkAsync("key", amount),
        () -> limiter.peek("key", amount),
        () -> limiter.reserve("key", amount, SECOND),
        () -> limiter.acquire("key", amount, SECOND),
        () -> limiter.acquireAsync("key", amount, SECOND),
        () -> limiter.refund("key", amount));
  }

  private static List<ThrowingCallable> everyCall(StoreLimiter limiter, String key) {
    return List.of(
        () -> limiter.check(key, 1),
        () -> limiter.check(key),
        () -> limiter.checkAsync(key, 1),
        () -> limiter.checkAsync(key),
        () -> limiter.peek(key, 1),
        () -> limiter.reserve(key, 1, SECOND),
        () -> limiter.acquire(key, 1, SECOND),
        () -> limiter.acquireAsync(key, 1, SECOND),
        () -> limiter.refund(key, 1),
        () -> limiter.reset(key));
  }

  @Test
  void calls_goToTheStoreWithRuleAndInstant() {
    clock.advance(7);

    limiter.check("a", 2);
    limiter.checkAsync("b", 3).join();
    limiter.peek("c", 4);
    limiter.reserve("d", 5, SECOND);
    limiter.refund("e", 6);
    limiter.reset("f");

    assertThat(store.calls())
        .containsExactly(
            "check a free 2 @7",
            "check b free 3 @7",
            "peek c free 4 @7",
            "reserve d 5 in 1000000 @7",
            "refund e 6 @7",
            "reset f @7");
  }

  @Test
  void check_readsTheClockOnce() {
    limiter.check("key", 1);

    assertThat(clock.reads()).isEqualTo(1);
  }

  @Test
  void decision_isTheStores() {
    clock.advance(5);

    Decision decision = limiter.check("key", 4);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.remaining()).isEqualTo(6);
    assertThat(decision.ruleName()).isEqualTo("free");
    assertThat(decision.resetAfter()).isEqualTo(Duration.ofMillis(400));
    assertThat(decision.resetAt()).isEqualTo(Instant.ofEpochSecond(0, 400_005_000));
    assertThat(limiter.checkAsync("key", 4).join().remaining()).isEqualTo(2);
    assertThat(limiter.peek("key", 3).outcome()).isEqualTo(Outcome.DENIED);
  }

  @Test
  void keys_areUnderTheirOwnRules() {
    Rule free = Rule.of("free", Limit.perSecond(1));
    Rule paid = Rule.of("paid", Limit.perSecond(5));
    StoreLimiter tiers = limiter(key -> key.startsWith("paid:") ? paid : free);

    assertThat(tiers.check("42").ruleName()).isEqualTo("free");
    assertThat(tiers.check("paid:42").remaining()).isEqualTo(4);
  }

  @Test
  void cancelledReservation_givesItsPermitsBackOnce() {
    Reservation reservation = limiter.reserve("key", 4, SECOND);

    boolean first = reservation.cancel();
    boolean second = reservation.cancel();

    assertThat(first).isTrue();
    assertThat(second).isFalse();
    assertThat(limiter.peek("key", 1).remaining()).isEqualTo(10);
    assertThat(store.calls()).containsOnlyOnce("refund key 4 @0");
  }

  @Test
  void rulesThatChangeMeanwhile_giveBackUnderTheOldOne() {
    Rule[] rule = {Rule.of(Limit.perSecond(10))};
    StoreLimiter changing = limiter(key -> rule[0]);
    Reservation reservation = changing.reserve("key", 4, SECOND);
    rule[0] = Rule.of(Limit.unlimited());

    reservation.cancel();

    assertThat(store.calls()).endsWith("refund key 4 @0");
  }

  @Test
  void reservationWithAWait_tellsIt() {
    limiter.check("key", 10);

    Reservation reservation = limiter.reserve("key", 5, SECOND);
    Reservation refused = limiter.reserve("key", 6, SECOND);

    assertThat(reservation.allowed()).isTrue();
    assertThat(reservation.waitTime()).isEqualTo(Duration.ofMillis(500));
    assertThat(refused.allowed()).isFalse();
    assertThat(refused.decision().retryAfter()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void reservationOfNothing_givesNothingBack() {
    limiter.check("key", 4);
    Reservation reservation = limiter.reserve("key", 0, Duration.ZERO);

    assertThat(reservation.cancel()).isTrue();
    assertThat(limiter.peek("key", 1).remaining()).isEqualTo(6);
  }

  @Test
  void negativeAmounts_areRefusedBeforeTheStoreIsAsked() { // case 9
    assertThat(withAmount(-1))
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching("(cost|permits) must be at least 0, was -1"));
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void amountOfNothing_isAccepted() throws Throwable {
    for (ThrowingCallable call : withAmount(0)) {
      call.call();
    }

    assertThat(store.calls()).hasSize(7);
    assertThat(limiter.peek("key", 10).allowed()).isTrue();
  }

  @Test
  void nullKey_isRefused() {
    assertThat(everyCall(limiter, null))
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("key"));
  }

  @Test
  void keyWithoutRule_isAMistakeOfTheResolver() {
    assertThat(everyCall(limiter(key -> null), "some"))
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("rules gave no rule for key \"some\""));
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void resolverThatThrows_isHeard() {
    Rules broken =
        key -> {
          throw new UnsupportedOperationException("broken");
        };

    assertThat(everyCall(limiter(broken), "some"))
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("broken"));
  }

  @Test
  void longestWait_isFromNothingToAnHour() {
    limiter.reserve("key", 1, Duration.ZERO);
    limiter.reserve("key", 1, Duration.ofNanos(1_999));
    limiter.reserve("key", 1, Duration.ofHours(1));

    assertThat(store.calls())
        .containsExactly(
            "reserve key 1 in 0 @0", "reserve key 1 in 1 @0", "reserve key 1 in 3600000000 @0");
  }

  @Test
  void waitOutOfRange_isRefused() {
    for (Duration wait : List.of(Duration.ofNanos(-1), Duration.ofHours(1).plusNanos(1))) {
      String message = "maxWait must be from PT0S to PT1H, was " + wait;
      assertThatThrownBy(() -> limiter.reserve("key", 1, wait)).hasMessage(message);
      assertThatThrownBy(() -> limiter.acquire("key", 1, wait)).hasMessage(message);
      assertThatThrownBy(() -> limiter.acquireAsync("key", 1, wait)).hasMessage(message);
    }
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void nullWait_isRefused() {
    assertThatThrownBy(() -> limiter.reserve("key", 1, null)).hasMessage("maxWait");
    assertThatThrownBy(() -> limiter.acquire("key", 1, null)).hasMessage("maxWait");
    assertThatThrownBy(() -> limiter.acquireAsync("key", 1, null)).hasMessage("maxWait");
  }

  @Test
  void closedLimiter_refusesEveryCall() { // case 31
    limiter.close();
    store.forgetCalls();

    assertThat(everyCall(limiter, "key"))
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the limiter is closed"));
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void close_closesTheStore() {
    limiter.close();

    assertThat(store.calls()).containsExactly("close");
  }

  @Test
  void limiter_showsWhatItIsMadeOf() {
    assertThat(limiter.store()).isSameAs(store);
    assertThat(limiter.rules()).isSameAs(rules);
    assertThat(limiter.timeSource()).isSameAs(clock);
  }

  @Test
  void nullParts_areRefused() {
    assertThatThrownBy(() -> new StoreLimiter(null, rules, clock, Runnable::run))
        .hasMessage("store");
    assertThatThrownBy(() -> new StoreLimiter(store, null, clock, Runnable::run))
        .hasMessage("rules");
    assertThatThrownBy(() -> new StoreLimiter(store, rules, null, Runnable::run))
        .hasMessage("time");
    assertThatThrownBy(() -> new StoreLimiter(store, rules, clock, null)).hasMessage("executor");
  }
}
