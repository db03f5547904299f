package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Costs and permits of every size; looking, giving back and forgetting. */
abstract class AmountContract {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final LimiterContract subject;
  private final FakeClock clock;

  AmountContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private PermitLimiter ofTen() {
    return subject.open(Limit.perSecond(10));
  }

  @Test
  void costAboveTheBurst_isNeverAndChangesNothing() {
    PermitLimiter limiter = ofTen();

    for (long cost : new long[] {11, 92_233_720_369L, Long.MAX_VALUE}) {
      assertThat(limiter.check("key", cost))
          .isNever()
          .hasRetryAfter(ChronoUnit.FOREVER.getDuration())
          .hasRemaining(10)
          .hasResetAfter(Duration.ZERO);
      assertThat(limiter.peek("key", cost)).isNever();
    }
  }

  @Test
  void costAboveTheBurstOfAUsedKey_leavesWhatIsThere() {
    PermitLimiter limiter = ofTen();
    limiter.check("key", 3);

    assertThat(limiter.check("key", Long.MAX_VALUE)).isNever().hasRemaining(7);
    assertThat(limiter.check("key", 7)).isAllowed().hasRemaining(0);
  }

  @Test
  void costZero_isAllowedAndChangesNothing() {
    PermitLimiter limiter = ofTen();

    assertThat(limiter.check("key", 0)).isAllowed().hasRemaining(10).hasResetAfter(Duration.ZERO);
    limiter.check("key", 10);
    assertThat(limiter.check("key", 0))
        .isAllowed()
        .hasRetryAfter(Duration.ZERO)
        .hasRemaining(0)
        .hasResetAfter(SECOND);
  }

  @Test
  void peek_answersAsCheckWouldAndChargesNothing() {
    PermitLimiter limiter = ofTen();
    limiter.check("key", 4);

    assertThat(limiter.peek("key", 6)).isAllowed().hasRemaining(6);
    assertThat(limiter.peek("key", 6)).isAllowed().hasRemaining(6);
    assertThat(limiter.peek("key", 7)).isDenied().hasRetryAfter(Duration.ofMillis(100));
    assertThat(limiter.check("key", 7)).isDenied().hasRetryAfter(Duration.ofMillis(100));
    assertThat(limiter.check("key", 6)).isAllowed().hasRemaining(0);
  }

  @Test
  void refund_givesPermitsBack() {
    PermitLimiter limiter = ofTen();
    limiter.check("key", 10);

    limiter.refund("key", 3);

    assertThat(limiter.check("key", 4)).isDenied().hasRemaining(3);
    assertThat(limiter.check("key", 3)).isAllowed().hasRemaining(0);
  }

  @Test
  void refundBeyondWhatWasSpent_fillsTheKeyAndNoMore() {
    PermitLimiter limiter = ofTen();

    for (long permits : new long[] {3, 10, 11, Long.MAX_VALUE}) {
      limiter.check("key", 2);
      limiter.refund("key", permits);
      assertThat(limiter.peek("key", 10)).isAllowed().hasRemaining(10);
      assertThat(limiter.peek("key", 11)).isNever();
    }
  }

  @Test
  void refundOfNothing_changesNothing() {
    PermitLimiter limiter = ofTen();
    limiter.check("key", 4);

    limiter.refund("key", 0);

    assertThat(limiter.peek("key", 0)).hasRemaining(6);
  }

  @Test
  void refundOfAnUnknownKey_leavesItFull() {
    PermitLimiter limiter = ofTen();

    limiter.refund("key", 5);

    assertThat(limiter.peek("key", 0)).hasRemaining(10).hasResetAfter(Duration.ZERO);
  }

  @Test
  void refundOfPartOfAPermitSincePaidBack_isCutAtFull() {
    PermitLimiter limiter = ofTen();
    limiter.check("key", 1);
    clock.advanceMicros(50_000);

    limiter.refund("key", 1);

    assertThat(limiter.check("key", 10)).isAllowed().hasResetAfter(SECOND);
  }

  @Test
  void reset_makesTheKeyFullAndNoOther() {
    PermitLimiter limiter = ofTen();
    limiter.check("key", 10);
    limiter.check("other", 10);

    limiter.reset("key");
    limiter.reset("unknown");

    assertThat(limiter.peek("key", 10)).isAllowed().hasRemaining(10).hasResetAfter(Duration.ZERO);
    assertThat(limiter.peek("unknown", 10)).isAllowed();
    assertThat(limiter.peek("other", 1)).isDenied();
  }

  @Test
  void negativeAmount_isRefusedAndNamed() {
    PermitLimiter limiter = ofTen();

    assertRefused("cost", -1, () -> limiter.check("key", -1));
    assertRefused("cost", -2, () -> limiter.checkAsync("key", -2));
    assertRefused("cost", -3, () -> limiter.peek("key", -3));
    assertRefused("cost", -4, () -> limiter.reserve("key", -4, SECOND));
    assertRefused("cost", -5, () -> limiter.acquire("key", -5, SECOND));
    assertRefused("cost", -6, () -> limiter.acquireAsync("key", -6, SECOND));
    assertRefused("permits", Long.MIN_VALUE, () -> limiter.refund("key", Long.MIN_VALUE));
    assertThat(limiter.peek("key", 0)).hasRemaining(10);
  }

  private static void assertRefused(String name, long value, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(String.valueOf(value));
  }

  @Test
  void manySmallCosts_areAsManyAsOneLarge() {
    PermitLimiter limiter = ofTen();

    for (int left = 9; left >= 0; left--) {
      Decision decision = limiter.check("key");
      assertThat(decision).isAllowed().hasRemaining(left);
    }

    assertThat(limiter.check("key")).isDenied().hasResetAfter(SECOND);
  }
}
