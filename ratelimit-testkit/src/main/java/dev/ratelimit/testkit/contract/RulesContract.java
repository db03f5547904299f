package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Rules that differ by key, that change, that allow or deny everything, and that fail. */
abstract class RulesContract {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final LimiterContract subject;
  private final FakeClock clock;
  private volatile Limit limit = Limit.unlimited();

  RulesContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  /** A limiter whose limit is whatever {@code limit} holds. */
  private PermitLimiter changing(Limit first) {
    limit = first;
    return subject.open(key -> Rule.of(limit));
  }

  @Test
  void keysUnderDifferentRules_haveTheirOwnLimits() {
    Rule free = Rule.of("free", Limit.perSecond(1));
    Rule paid = Rule.of("paid", Limit.perSecond(3));
    PermitLimiter limiter = subject.open(key -> key.startsWith("paid:") ? paid : free);

    assertThat(limiter.check("paid:a", 3)).isAllowed().hasRuleName("paid").hasLimit(3);
    assertThat(limiter.check("b", 3)).isNever().hasRuleName("free").hasLimit(1);
    assertThat(limiter.check("b", 1)).isAllowed().hasRuleName("free");
  }

  @Test
  void limitThatBecomesFasterAndSlowAgain_keepsTheFillLevel() {
    Limit slow = Limit.of(10, Duration.ofSeconds(20)).withBurst(16);
    PermitLimiter limiter = changing(slow);
    limiter.check("key", 2);

    limit = Limit.of(1_000, Duration.ofSeconds(20)).withBurst(16);
    assertThat(limiter.check("key")).isAllowed().hasRemaining(13);

    limit = slow;
    assertThat(limiter.peek("key", 0)).hasRemaining(13);
  }

  @Test
  void limitThatBecomesFaster_isPaidBackAtTheOldRateUntilThen() {
    PermitLimiter limiter = changing(Limit.perSecond(1).withBurst(1_000));
    limiter.check("key", 1_000);
    clock.advance(Duration.ofSeconds(60));

    limit = Limit.perSecond(100).withBurst(1_000);

    assertThat(limiter.check("key", 1)).isAllowed().hasRemaining(59);
    clock.advance(SECOND);
    assertThat(limiter.peek("key", 0)).hasRemaining(159);
  }

  @Test
  void burstThatChanges_keepsTheShareThatIsLeft() {
    PermitLimiter limiter = changing(Limit.perSecond(1).withBurst(10));
    limiter.check("half", 5);
    limiter.check("empty", 10);
    limiter.peek("full", 1);

    limit = Limit.perSecond(1).withBurst(20);
    assertThat(limiter.peek("half", 0)).hasLimit(20).hasRemaining(10);
    assertThat(limiter.peek("empty", 0)).hasLimit(20).hasRemaining(0);
    assertThat(limiter.peek("full", 0)).hasLimit(20).hasRemaining(20);

    limit = Limit.perSecond(1).withBurst(4);
    assertThat(limiter.peek("half", 0)).hasLimit(4).hasRemaining(2);
    assertThat(limiter.peek("empty", 0)).hasLimit(4).hasRemaining(0);
    assertThat(limiter.peek("full", 0)).hasLimit(4).hasRemaining(4);
  }

  @Test
  void limitThatChangesWithEveryDenial_grantsNothing() {
    Limit coarse = Limit.perSecond(100).withBurst(100);
    Limit fine = Limit.perSecond(137).withBurst(137);
    PermitLimiter limiter = changing(coarse);
    limiter.check("key", 100);

    for (int i = 0; i < 1_000; i++) {
      limit = i % 2 == 0 ? fine : coarse;
      assertThat(limiter.check("key")).isDenied();
    }
  }

  @Test
  void changedLimitThatIsTheSame_changesNothing() {
    PermitLimiter limiter = changing(Limit.perSecond(10));
    limiter.check("key", 4);
    clock.advanceMicros(50_000);

    limit = Limit.of(20, Duration.ofSeconds(2)).withBurst(10);

    assertThat(limiter.peek("key", 0)).hasRemaining(6).hasResetAfter(Duration.ofMillis(350));
  }

  @Test
  void unlimitedKey_isAlwaysAllowed() throws Exception {
    PermitLimiter limiter = subject.open(Limit.unlimited());

    for (long cost : new long[] {0, 1, Long.MAX_VALUE, Long.MAX_VALUE}) {
      assertThat(limiter.check("key", cost)).isAllowed().hasRetryAfter(Duration.ZERO);
      assertThat(limiter.checkAsync("key", cost).get()).isAllowed();
      assertThat(limiter.peek("key", cost)).isAllowed();
      assertThat(limiter.acquire("key", cost, Duration.ZERO)).isAllowed();
      assertThat(limiter.acquireAsync("key", cost, Duration.ZERO).get()).isAllowed();
    }
    Reservation reservation = limiter.reserve("key", Long.MAX_VALUE, Duration.ZERO);
    assertThat(reservation.allowed()).isTrue();
    assertThat(reservation.waitTime()).isZero();
    limiter.refund("key", 1);
    limiter.reset("key");
  }

  @Test
  void blockedKey_isNeverAllowed() throws Exception {
    PermitLimiter limiter = subject.open(Limit.blocked());

    for (long cost : new long[] {0, 1, Long.MAX_VALUE}) {
      assertThat(limiter.check("key", cost)).isNever();
      assertThat(limiter.checkAsync("key", cost).get()).isNever();
      assertThat(limiter.peek("key", cost)).isNever();
      assertThat(limiter.acquire("key", cost, SECOND)).isNever();
      assertThat(limiter.acquireAsync("key", cost, SECOND).get()).isNever();
    }
    assertThat(limiter.reserve("key", 1, SECOND).decision()).isNever();
    limiter.refund("key", 1);
    limiter.reset("key");
    assertThat(limiter.check("key")).isNever();
  }

  @Test
  void keyThatIsBlockedForAWhile_findsWhatItHadSpent() {
    Limit ofTen = Limit.perSecond(10);
    PermitLimiter limiter = changing(ofTen);
    limiter.check("key", 10);

    limit = Limit.blocked();
    assertThat(limiter.check("key")).isNever();
    clock.advance(Duration.ofMillis(200));

    limit = ofTen;
    assertThat(limiter.peek("key", 0)).hasRemaining(2);
  }

  @Test
  void rulesThatThrow_surfaceAndChargeNothing() {
    AtomicBoolean troubled = new AtomicBoolean();
    Rule rule = Rule.of(Limit.perSecond(10));
    PermitLimiter limiter =
        subject.open(
            key -> {
              if (troubled.get()) {
                throw new IllegalStateException("no such tenant");
              }
              return rule;
            });
    limiter.check("key", 1);

    troubled.set(true);
    assertThatThrownBy(() -> limiter.check("key")).hasStackTraceContaining("no such tenant");
    assertThatThrownBy(() -> limiter.checkAsync("key")).hasStackTraceContaining("no such tenant");
    assertThatThrownBy(() -> limiter.peek("key", 1)).hasStackTraceContaining("no such tenant");

    troubled.set(false);
    assertThat(limiter.peek("key", 0)).hasRemaining(9);
  }

  @Test
  void rulesThatGiveNone_surface() {
    PermitLimiter limiter = subject.open(noRule());

    assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> limiter.checkAsync("key")).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> limiter.reset("key")).isInstanceOf(RuntimeException.class);
  }

  @SuppressWarnings("NullAway") // what a caller without a checker can do
  private static Rules noRule() {
    return key -> null;
  }
}
