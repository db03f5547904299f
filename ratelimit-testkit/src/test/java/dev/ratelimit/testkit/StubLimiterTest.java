package dev.ratelimit.testkit;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Reservation;
import dev.ratelimit.testkit.StubLimiter.Call;
import dev.ratelimit.testkit.StubLimiter.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StubLimiterTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Decision YES = Decision.allowed(10, 9);
  private static final Decision NO = Decision.denied(10, 0, SECOND);

  @Test
  void allowing_allows() {
    assertThat(StubLimiter.allowing().check("key")).isAllowed();
  }

  @Test
  void denying_deniesWithThatRetryAfter() {
    assertThat(StubLimiter.denying(SECOND).check("key")).isDenied().hasRetryAfter(SECOND);
  }

  @Test
  void function_isAskedWithTheCall() {
    StubLimiter limiter = StubLimiter.answering(call -> call.amount() > 5 ? NO : YES);

    assertThat(limiter.check("key", 5)).isAllowed();
    assertThat(limiter.check("key", 6)).isDenied();
  }

  @Test
  void queuedAnswers_areGivenOnceAndInOrder() {
    StubLimiter limiter = StubLimiter.answering(YES).next(NO, Decision.never(10, 0));

    assertThat(limiter.check("a")).isDenied();
    assertThat(limiter.check("b")).isNever();
    assertThat(limiter.check("a")).isAllowed();
  }

  @Test
  void answersOfAKey_goBeforeThoseOfAll() {
    StubLimiter limiter =
        StubLimiter.answering(YES).next(Decision.never(10, 0)).next("a", NO).always("b", NO);

    assertThat(limiter.check("a")).isDenied();
    assertThat(limiter.check("a")).isNever();
    assertThat(limiter.check("a")).isAllowed();
    assertThat(limiter.check("b")).isDenied();
    assertThat(limiter.check("b")).isDenied();
  }

  @Test
  void defaultAnswer_canBeReplaced() {
    StubLimiter limiter = StubLimiter.allowing().always(NO);

    assertThat(limiter.check("key")).isDenied();
  }

  @Test
  void everyOperation_isRemembered() throws Exception {
    StubLimiter limiter = StubLimiter.allowing();

    limiter.check("a", 1);
    limiter.checkAsync("b", 2).get();
    limiter.peek("c", 3);
    limiter.reserve("d", 4, SECOND);
    limiter.acquire("e", 5, SECOND);
    limiter.acquireAsync("f", 6, SECOND).get();
    limiter.refund("g", 7);
    limiter.reset("h");

    assertThat(limiter.asked())
        .containsExactly(
            new Call(Operation.CHECK, "a", 1, Duration.ZERO),
            new Call(Operation.CHECK, "b", 2, Duration.ZERO),
            new Call(Operation.PEEK, "c", 3, Duration.ZERO),
            new Call(Operation.RESERVE, "d", 4, SECOND),
            new Call(Operation.ACQUIRE, "e", 5, SECOND),
            new Call(Operation.ACQUIRE, "f", 6, SECOND),
            new Call(Operation.REFUND, "g", 7, Duration.ZERO),
            new Call(Operation.RESET, "h", 0, Duration.ZERO));
  }

  @Test
  void reservation_waitsAsToldAndRemembersItsCancellation() {
    StubLimiter limiter = StubLimiter.allowing().waitTime(SECOND);

    Reservation reservation = limiter.reserve("key", 4, SECOND);

    assertThat(reservation.waitTime()).isEqualTo(SECOND);
    assertThat(reservation.cancel()).isTrue();
    assertThat(reservation.cancel()).isFalse();
    assertThat(limiter.asked())
        .containsExactly(
            new Call(Operation.RESERVE, "key", 4, SECOND),
            new Call(Operation.CANCEL, "key", 4, Duration.ZERO));
  }

  @Test
  void reservationToldToBeDenied_isRefused() {
    Reservation reservation = StubLimiter.denying(SECOND).reserve("key", 1, SECOND);

    assertThat(reservation.allowed()).isFalse();
    assertThat(reservation.cancel()).isFalse();
  }

  @Test
  void acquireOfAnInterruptedThread_throwsAndAsksNothing() {
    StubLimiter limiter = StubLimiter.allowing();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> limiter.acquire("key", 1, SECOND))
        .isInstanceOf(InterruptedException.class);
    assertThat(limiter.asked()).isEmpty();
  }

  @Test
  void mistakes_areRefusedAsByEveryLimiter() {
    StubLimiter limiter = StubLimiter.allowing();

    assertThatThrownBy(() -> limiter.check("key", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cost must be at least 0, was -1");
    assertThatThrownBy(() -> limiter.refund("key", -2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be at least 0, was -2");
    assertThatThrownBy(() -> limiter.reserve("key", 1, Duration.ofSeconds(3_601)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxWait must be from PT0S to PT1H, was PT1H1S");
    assertThatThrownBy(() -> limiter.check(null)).isInstanceOf(NullPointerException.class);
    assertThat(limiter.asked()).isEmpty();
  }

  @Test
  void closedLimiter_refusesToAnswer() {
    StubLimiter limiter = StubLimiter.allowing();
    assertThat(limiter.isClosed()).isFalse();

    limiter.close();
    limiter.close();

    assertThat(limiter.isClosed()).isTrue();
    assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> limiter.reset("key")).isInstanceOf(IllegalStateException.class);
  }
}
