package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Checks of several keys: all are charged, or none. */
abstract class SeveralKeysContract {

  private static final Map<String, Rule> RULES =
      Map.of(
          "user", Rule.of("user", Limit.perSecond(5)),
          "org", Rule.of("org", Limit.perSecond(10).withBurst(20)),
          "slow", Rule.of("slow", Limit.perMinute(3)),
          "free", Rule.of("free", Limit.unlimited()),
          "barred", Rule.of("barred", Limit.blocked()));

  private final LimiterContract subject;
  private final FakeClock clock;

  SeveralKeysContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private PermitLimiter limiter() {
    return subject.open(key -> Objects.requireNonNull(RULES.get(key)));
  }

  @Test
  void allOfThemAllowed_areAllCharged() {
    PermitLimiter limiter = limiter();

    Decision decision =
        limiter.checkAll(List.of(Request.of("org", 4), Request.of("user"), Request.of("free", 9)));

    assertThat(decision).isAllowed().hasRuleName("user").hasLimit(5).hasRemaining(4);
    assertThat(limiter.peek("user", 1)).hasRemaining(4);
    assertThat(limiter.peek("org", 1)).hasRemaining(16);
  }

  @Test
  void oneOfThemDenied_chargesNone() {
    PermitLimiter limiter = limiter();
    limiter.check("user", 5);

    Decision decision = limiter.checkAll(List.of(Request.of("org", 4), Request.of("user", 2)));

    assertThat(decision).isDenied().hasRuleName("user").hasRetryAfter(Duration.ofMillis(400));
    assertThat(limiter.peek("org", 20)).isAllowed();
    clock.advanceMicros(399_999);
    assertThat(limiter.checkAll(List.of(Request.of("org", 4), Request.of("user", 2)))).isDenied();
    clock.advanceMicros(1);
    assertThat(limiter.checkAll(List.of(Request.of("org", 4), Request.of("user", 2)))).isAllowed();
    assertThat(limiter.peek("org", 1)).hasRemaining(16);
  }

  @Test
  void severalOfThemDenied_reportTheLongestWait() {
    PermitLimiter limiter = limiter();
    limiter.check("user", 5);
    limiter.check("slow", 3);

    Decision decision =
        limiter.checkAll(List.of(Request.of("user"), Request.of("slow"), Request.of("org")));

    assertThat(decision).isDenied().hasRuleName("slow").hasRetryAfter(Duration.ofSeconds(20));
  }

  @Test
  void costThatIsNeverThere_isTheLongestWait() {
    PermitLimiter limiter = limiter();
    limiter.check("slow", 3);

    Decision decision = limiter.checkAll(List.of(Request.of("slow"), Request.of("user", 6)));

    assertThat(decision).isNever().hasRuleName("user");
    assertThat(limiter.peek("user", 5)).isAllowed();
  }

  @Test
  void equalKeys_areAddedUp() {
    PermitLimiter limiter = limiter();

    assertThat(limiter.checkAll(List.of(Request.of("user", 3), Request.of("user", 3)))).isNever();
    assertThat(limiter.checkAll(List.of(Request.of("user", 3), Request.of("user", 2)))).isAllowed();
    assertThat(limiter.peek("user", 1)).hasRemaining(0);
    assertThat(
            limiter.checkAll(
                List.of(Request.of("org", Long.MAX_VALUE), Request.of("org", Long.MAX_VALUE))))
        .isNever();
  }

  @Test
  void blockedKey_chargesNoOther() {
    PermitLimiter limiter = limiter();

    assertThat(limiter.checkAll(List.of(Request.of("user"), Request.of("barred"))))
        .isNever()
        .hasRuleName("barred");

    assertThat(limiter.peek("user", 5)).isAllowed();
  }

  @Test
  void nothingAsked_isAllowedAndChargesNothing() {
    PermitLimiter limiter = limiter();
    limiter.check("user", 5);

    assertThat(limiter.checkAll(List.of(Request.of("user", 0), Request.of("org", 0)))).isAllowed();
  }

  @Test
  void oneRequest_isACheck() {
    PermitLimiter limiter = limiter();

    assertThat(limiter.checkAll(List.of(Request.of("user", 5)))).isAllowed().hasRemaining(0);
    assertThat(limiter.checkAll(List.of(Request.of("user")))).isDenied();
  }

  @Test
  void noneOrTooMany_areRefused() {
    PermitLimiter limiter = limiter();

    assertThatThrownBy(() -> limiter.checkAll(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("requests must be from 1 to 64, were 0");
    assertThatThrownBy(() -> limiter.checkAll(Collections.nCopies(65, Request.of("user"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("requests must be from 1 to 64, were 65");
    assertThat(limiter.checkAll(Collections.nCopies(64, Request.of("user", 0)))).isAllowed();
  }

  @Test
  void closedLimiter_refuses() {
    PermitLimiter limiter = limiter();
    limiter.close();

    assertThatThrownBy(() -> limiter.checkAll(List.of(Request.of("user"))))
        .isInstanceOf(IllegalStateException.class);
  }
}
