package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** What one caller is told, and when. */
abstract class DecidingContract {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final LimiterContract subject;
  private final FakeClock clock;

  DecidingContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private Instant now() {
    return Instant.EPOCH.plus(clock.micros(), ChronoUnit.MICROS);
  }

  @Test
  void thirdsOfASecond_areExactToTheMicrosecond() {
    PermitLimiter limiter = subject.open(Limit.perSecond(3));

    assertThat(limiter.check("key")).isAllowed().hasRemaining(2);
    assertThat(limiter.check("key")).isAllowed().hasRemaining(1);
    assertThat(limiter.check("key")).isAllowed().hasRemaining(0);
    assertThat(limiter.check("key"))
        .isDenied()
        .hasRetryAfter(Duration.ofNanos(333_334_000))
        .hasResetAfter(SECOND);

    clock.advanceMicros(333_333);
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofNanos(1_000));

    clock.advanceMicros(1);
    assertThat(limiter.check("key")).isAllowed().hasRemaining(0);
  }

  @Test
  void drainedKeyPolledEachMillisecond_isNeitherSlowedNorSped() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("key");

    int allowed = 0;
    for (int millis = 0; millis < 10_000; millis++) {
      clock.advanceMicros(1_000);
      allowed += limiter.check("key").allowed() ? 1 : 0;
    }

    assertThat(allowed).isEqualTo(10);
  }

  @Test
  void hugeBurst_refillsExactly() {
    PermitLimiter limiter = subject.open(Limit.of(980_000_000, Duration.ofSeconds(10)));
    limiter.check("key", 980_000_000);

    clock.advance(Duration.ofSeconds(5));
    assertThat(limiter.peek("key", 0)).hasRemaining(490_000_000);

    clock.advance(Duration.ofSeconds(5));
    assertThat(limiter.peek("key", 0)).hasRemaining(980_000_000).hasResetAfter(Duration.ZERO);
  }

  @Test
  void costAboveWhatIsLeft_isDeniedAndConsumesNothing() {
    PermitLimiter limiter = subject.open(Limit.of(1, Duration.ofSeconds(10)).withBurst(10));

    assertThat(limiter.check("key", 8)).isAllowed().hasRemaining(2);
    assertThat(limiter.check("key", 5))
        .isDenied()
        .hasRemaining(2)
        .hasRetryAfter(Duration.ofSeconds(30));
    assertThat(limiter.check("key", 2)).isAllowed().hasRemaining(0);
  }

  @Test
  void idleKey_gainsNoMoreThanItsBurst() {
    PermitLimiter limiter = subject.open(Limit.perSecond(5));
    for (int i = 0; i < 5; i++) {
      assertThat(limiter.check("key")).isAllowed();
    }

    clock.advance(Duration.ofSeconds(2));

    for (int i = 0; i < 5; i++) {
      assertThat(limiter.check("key")).isAllowed();
    }
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofMillis(200));
  }

  @Test
  void fullKey_keepsNoCredit() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    assertThat(limiter.check("key")).isAllowed();

    clock.advance(Duration.ofMillis(1_900));
    assertThat(limiter.check("key")).isAllowed();

    clock.advance(Duration.ofMillis(100));
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofMillis(900));
  }

  @Test
  void deniedCallerThatHammers_neverPutsOffTheReset() {
    PermitLimiter limiter = subject.open(Limit.perSecond(2).withBurst(4));
    limiter.check("key", 4);
    Instant full = now().plusSeconds(2);

    for (int millis = 1; millis < 500; millis++) {
      clock.advanceMicros(1_000);
      assertThat(limiter.check("key")).isDenied().hasResetAt(full);
    }

    clock.advanceMicros(1_000);
    assertThat(limiter.check("key")).isAllowed();
  }

  @Test
  void key_isFullExactlyAtTheResetItWasTold() {
    PermitLimiter limiter = subject.open(Limit.perSecond(3).withBurst(7));
    Instant full = limiter.check("key", 5).resetAt();

    clock.advanceMicros(ChronoUnit.MICROS.between(now(), full) - 1);
    assertThat(limiter.peek("key", 7)).isDenied().hasResetAfter(Duration.ofNanos(1_000));

    clock.advanceMicros(1);
    assertThat(limiter.peek("key", 7)).isAllowed().hasRemaining(7).hasResetAt(now());
  }

  @Test
  void slowLimit_countsInLongTimes() {
    PermitLimiter limiter = subject.open(Limit.of(1, Duration.ofDays(30)));
    limiter.check("key");

    clock.advance(Duration.ofDays(29));
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofDays(1));

    clock.advance(Duration.ofDays(1));
    assertThat(limiter.check("key")).isAllowed();
  }

  @Test
  void keys_areSeparate() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    String[] keys = {
      "a", "b", "A", "a ", "", "a:b", "a\\:b", "}x{", "{a}", "\n", "\u00e9", "\ud83d\ude00"
    };

    for (String key : keys) {
      assertThat(limiter.check(key)).as("key \"%s\"", key).isAllowed();
    }
    for (String key : keys) {
      assertThat(limiter.check(key)).as("key \"%s\"", key).isDenied();
    }
  }

  @Test
  void longKeys_areToldApartByTheirLastCharacter() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    String long10k = "k".repeat(10_000);

    assertThat(limiter.check(long10k + "a")).isAllowed();
    assertThat(limiter.check(long10k + "b")).isAllowed();
    assertThat(limiter.check(long10k + "a")).isDenied();
  }

  @Test
  void decision_reportsItsRuleAndLimit() {
    PermitLimiter limiter =
        subject.open(Rules.all(Rule.of("free", Limit.perSecond(1).withBurst(2))));

    Decision decision = limiter.check("key");

    assertThat(decision)
        .isAllowed()
        .hasRuleName("free")
        .hasLimit(2)
        .hasRetryAfter(Duration.ZERO)
        .hasResetAt(now().plus(SECOND))
        .hasBinding(0);
    assertThat(decision.degraded()).isEqualTo(subject.degraded());
    assertThat(limiter.check("key", 3)).isNever().hasRuleName("free").hasLimit(2);
  }

  @Test
  void checkAsync_decidesAsCheckDoes() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(3));

    assertThat(limiter.checkAsync("key", 2).get()).isAllowed().hasRemaining(1);
    assertThat(limiter.checkAsync("key").get()).isAllowed().hasRemaining(0);
    assertThat(limiter.checkAsync("key").get())
        .isDenied()
        .hasRetryAfter(Duration.ofNanos(333_334_000));
  }

  @Test
  void interruptedCaller_isAnsweredAndStaysInterrupted() {
    PermitLimiter limiter = subject.open(Limit.perSecond(3));
    Thread.currentThread().interrupt();

    assertThat(limiter.check("key")).isAllowed().hasRemaining(2);
    assertThat(Thread.interrupted()).isTrue();
  }
}
