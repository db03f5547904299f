package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Membership;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A share by as many instances as there are. */
class MembershipFallbackTest {

  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));

  private final Outage outage = new Outage();
  private final AtomicInteger instances = new AtomicInteger(2);
  private final PermitLimiter limiter = outage.limiter(RULE, Fallback.local(instances::get));

  @BeforeEach
  void forgetWarnings() {
    Warnings.clear();
  }

  @Test
  void share_isThatOfThePresentNumber() {
    assertThat(limiter.check("key", 5)).isAllowed().hasLimit(10).hasRemaining(5);
  }

  @Test
  void numberThatChangesInAnOutage_keepsTheFillLevel() {
    limiter.check("key", 5);

    instances.set(4);
    assertThat(limiter.peek("key", 0)).hasLimit(5).hasRemaining(2).hasResetAfter(SECOND);

    instances.set(1);
    assertThat(limiter.peek("key", 0)).hasLimit(20).hasRemaining(10).hasResetAfter(SECOND);
  }

  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void numberThatGoesToAndFro_givesNothing() {
    limiter.check("key", 10);

    for (int i = 1; i < 50; i++) {
      instances.set(1 + i % 7);
      assertThat(limiter.check("key")).isDenied();
    }
  }

  @Test
  void membershipThatFails_leavesTheLastNumberAndIsLoggedOnce() {
    AtomicInteger asked = new AtomicInteger();
    Membership failing =
        () -> {
          if (asked.getAndIncrement() == 0) {
            return 4;
          }
          throw new IllegalStateException("no heartbeat");
        };
    PermitLimiter troubled = outage.limiter(RULE, Fallback.local(failing));

    assertThat(troubled.check("key")).isAllowed().hasLimit(5);
    assertThat(troubled.check("key")).isAllowed().hasLimit(5);
    assertThat(Warnings.all()).singleElement().asString().contains("4 holds", "no heartbeat");
  }

  @Test
  void numberBelowOne_isNoNumber() {
    limiter.check("key");

    for (int none : new int[] {0, -1, Integer.MIN_VALUE}) {
      instances.set(none);
      assertThat(limiter.check("key")).isAllowed().hasLimit(10);
    }
    assertThat(Warnings.all()).singleElement().asString().contains("it said 0", "2 holds");
  }

  @Test
  void membershipThatNeverToldANumber_leavesThisInstanceTheWholeLimit() {
    Membership mute =
        () -> {
          throw new AssertionError("broken");
        };

    assertThat(outage.limiter(RULE, Fallback.local(mute)).check("key")).isAllowed().hasLimit(20);
  }

  /** More rules than are remembered ready to use. */
  @Test
  void manyRulesWithMembershipsOfTheirOwn_keepTheirLastNumbersAndOneWarningIsLogged() {
    AtomicBoolean failing = new AtomicBoolean();
    List<Rule> own = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      int number = 2 + i % 3;
      Membership membership =
          () -> {
            if (failing.get()) {
              throw new IllegalStateException("no heartbeat");
            }
            return number;
          };
      own.add(RULE.withFallback(Fallback.local(membership)));
    }
    PermitLimiter many =
        outage.limiter(key -> own.get(Integer.parseInt(key)), Fallback.local(instances::get));
    for (int i = 0; i < own.size(); i++) {
      many.check(String.valueOf(i));
    }

    failing.set(true);

    for (int i = 0; i < own.size(); i++) {
      assertThat(many.check(String.valueOf(i))).hasLimit(20 / (2 + i % 3));
    }
    assertThat(Warnings.all()).hasSize(1);
  }

  @Test
  void numbersThatCannotBeSharedByTurns_areLoggedOnce() {
    Rule slow = Rule.of("slow", Limit.of(1, Duration.ofDays(1_000)).withBurst(10));
    PermitLimiter limiter = outage.limiter(slow, Fallback.local(instances::get));

    for (int i = 0; i < 100; i++) {
      instances.set(1_000 + i % 2);
      assertThat(limiter.check("key")).isDenied();
    }

    assertThat(Warnings.all()).hasSize(1);
  }

  @Test
  void membershipOfARule_winsOverTheLimiters() {
    Rule own = RULE.withFallback(Fallback.local(() -> 5));

    assertThat(outage.limiter(own, Fallback.local(instances::get)).check("key")).hasLimit(4);
  }

  @Test
  void shareThatCannotBeBuilt_isClosedUntilTheNumberIsAnother() {
    Rule slow = Rule.of("slow", Limit.of(1, Duration.ofDays(1_000)).withBurst(10));
    PermitLimiter limiter = outage.limiter(slow, Fallback.local(instances::get));
    instances.set(1_000);

    assertThat(limiter.check("key")).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(Warnings.all()).singleElement().asString().contains("1,000 instances");

    instances.set(2);
    assertThat(limiter.check("key")).isAllowed().hasLimit(5);
  }
}
