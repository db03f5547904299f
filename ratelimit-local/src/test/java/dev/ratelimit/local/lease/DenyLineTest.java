package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasedPermits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Denials of keys that are not leased. A permit of the bucket comes back each 100 ms. */
@SuppressWarnings("FutureReturnValueIgnored") // a check that is in flight is not waited for
class DenyLineTest {

  private static final Rule BUCKET = Rule.of("bucket", Limit.perSecond(10));
  private static final Rule WINDOW = Rule.of("window", Limit.fixedWindow(10, Duration.ofDays(1)));
  private static final Rule BOTH =
      Rule.of("both", Limit.allOf(Limit.perSecond(100), Limit.perSecond(10)));

  private final Instance instance = new Instance(Instance.strict());

  private Decision check(Rule rule, long cost) {
    return instance.check(rule, cost);
  }

  private void advance(long millis) {
    instance.clock.advance(Duration.ofMillis(millis));
  }

  @Test
  void deniedCost_isDeniedHereUntilItIsThere() {
    check(BUCKET, 5);
    check(BUCKET, 10); // 5 of 10 left
    advance(200);

    Decision denied = check(BUCKET, 10);

    assertThat(denied)
        .isDenied()
        .hasOrigin(Origin.DENY_LINE)
        .hasLimit(10)
        .hasRemaining(7)
        .hasRetryAfter(Duration.ofMillis(300))
        .hasResetAfter(Duration.ofMillis(300))
        .hasRuleName("bucket");
    assertThat(instance.store.checks()).isEqualTo(2);
    advance(300);
    assertThat(check(BUCKET, 10)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void smallerCostThatFits_isAskedAbout() {
    check(BUCKET, 5);
    check(BUCKET, 10);

    assertThat(check(BUCKET, 1)).isAllowed().hasOrigin(Origin.STORE).hasRemaining(4);
  }

  @Test
  void smallerCostThatDoesNotFit_isDeniedHereWithItsOwnWait() {
    check(BUCKET, 5);
    check(BUCKET, 10);

    assertThat(check(BUCKET, 6))
        .isDenied()
        .hasOrigin(Origin.DENY_LINE)
        .hasRetryAfter(Duration.ofMillis(100));
  }

  @Test
  void largerCost_isDeniedHereWithItsOwnWait() {
    check(BUCKET, 5);
    check(BUCKET, 6);

    assertThat(check(BUCKET, 10))
        .isDenied()
        .hasOrigin(Origin.DENY_LINE)
        .hasRetryAfter(Duration.ofMillis(500));
  }

  @Test
  void costAboveTheLimit_isNeverAlsoAfterADenial() {
    check(BUCKET, 10);
    check(BUCKET, 1);

    assertThat(check(BUCKET, 11)).isNever();
    assertThat(check(BUCKET, 1)).isDenied().hasOrigin(Origin.DENY_LINE);
  }

  @Test
  void costAboveAWindow_isNeverAlsoAfterADenial() {
    check(WINDOW, 10);
    check(WINDOW, 1);

    assertThat(check(WINDOW, 11)).isNever();
    assertThat(check(WINDOW, 1)).isDenied().hasOrigin(Origin.DENY_LINE);
  }

  @Test
  void costZero_isAllowed() {
    check(BUCKET, 10);
    check(BUCKET, 1);

    assertThat(check(BUCKET, 0)).isAllowed();
  }

  @Test
  void permitsSpentHereSinceTheDenial_areKnown() {
    check(BUCKET, 5);
    check(BUCKET, 10);
    check(BUCKET, 4); // 1 left

    assertThat(check(BUCKET, 5))
        .isDenied()
        .hasOrigin(Origin.DENY_LINE)
        .hasRemaining(1)
        .hasRetryAfter(Duration.ofMillis(400));
  }

  @Test
  void permitsReservedHereSinceTheDenial_areAskedAbout() {
    check(BUCKET, 10);
    check(BUCKET, 1);
    instance.layer.reserve("key", BUCKET, new Hold(10, 1_000_000), instance.clock.micros());

    assertThat(check(BUCKET, 1))
        .isDenied()
        .hasOrigin(Origin.STORE)
        .hasRetryAfter(Duration.ofMillis(1_100));
  }

  @Test
  void permitsPutBackElsewhere_areSeenWithinASecond() {
    Rule daily = Rule.of("daily", Limit.perDay(10));
    check(daily, 10);
    check(daily, 1);
    instance.store.reset("key", daily, instance.clock.micros());

    advance(1_000);
    assertThat(check(daily, 1)).isDenied().hasOrigin(Origin.DENY_LINE);
    instance.clock.advanceMicros(1);
    assertThat(check(daily, 1)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void windowFilledElsewhereAndForgotten_isSeenWithinASecond() {
    check(WINDOW, 10);
    check(WINDOW, 1);
    instance.store.reset("key", WINDOW, instance.clock.micros());

    advance(1_000);
    assertThat(check(WINDOW, 1)).isDenied().hasOrigin(Origin.DENY_LINE);
    instance.clock.advanceMicros(1);
    assertThat(check(WINDOW, 1)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void leasesSpentElsewhere_endTheLongerWaitThatTheyMade() {
    LeaseReply lease =
        instance.store.lease("key", BUCKET, LeaseCall.grant(10), instance.clock.micros());
    assertThat(check(BUCKET, 1)).isDenied().hasRetryAfter(Duration.ofMillis(225)); // it lapses
    instance.store.lease(
        "key", BUCKET, LeaseCall.spent(new LeasedPermits(lease.id(), 10)), instance.clock.micros());

    advance(99);
    assertThat(check(BUCKET, 1)).isDenied().hasOrigin(Origin.DENY_LINE);
    advance(1);
    assertThat(check(BUCKET, 1)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void answerThatTookLong_isAsOldAsItsQuestion() {
    Rule daily = Rule.of("daily", Limit.perDay(10));
    check(daily, 10);
    instance.store.hold();
    instance.layer.checkAsync("key", daily, 1, instance.clock.micros());
    Runnable answer = instance.store.decide();
    instance.store.answerAtOnce();
    advance(600);
    answer.run();
    instance.store.reset("key", daily, instance.clock.micros());

    advance(400);
    assertThat(check(daily, 1)).isDenied();
    instance.clock.advanceMicros(1);
    assertThat(check(daily, 1)).isAllowed();
  }

  @Test
  void reset_isSeenAtOnce() {
    check(BUCKET, 10);
    check(BUCKET, 1);
    instance.layer.reset("key", BUCKET, instance.clock.micros());

    assertThat(check(BUCKET, 10)).isAllowed();
  }

  @Test
  void refund_isSeenAtOnce() {
    check(BUCKET, 10);
    check(BUCKET, 1);
    instance.layer.refund("key", BUCKET, 3, instance.clock.micros());

    assertThat(check(BUCKET, 3)).isAllowed();
  }

  @Test
  void refundWithoutBlocking_isSeenAtOnce() {
    check(WINDOW, 10);
    check(WINDOW, 1);
    instance.layer.refundAsync("key", WINDOW, 3, instance.clock.micros()).join();

    assertThat(check(WINDOW, 3)).isAllowed();
  }

  @Test
  void changedLimit_isSeenAtOnce() {
    check(BUCKET, 10);
    check(BUCKET, 1);

    Rule raised = Rule.of("bucket", Limit.perSecond(1_000));
    assertThat(check(raised, 1)).isDenied().hasOrigin(Origin.STORE).hasLimit(1_000);
  }

  @Test
  void otherKindsOfLimit_denyTheDeniedCostAndLargerOnes() {
    check(WINDOW, 5);
    check(WINDOW, 7);

    assertThat(check(WINDOW, 7)).isDenied().hasOrigin(Origin.DENY_LINE).hasRemaining(5);
    assertThat(check(WINDOW, 8)).isDenied().hasOrigin(Origin.DENY_LINE).hasLimit(10);
    assertThat(check(WINDOW, 6)).isDenied().hasOrigin(Origin.STORE);
    assertThat(check(WINDOW, 5)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void allOfSeveralLimits_namesTheOneThatDenied() {
    check(BOTH, 10);
    Decision first = check(BOTH, 3);

    Decision second = check(BOTH, 3);

    assertThat(first).hasOrigin(Origin.STORE).hasBinding(1).hasLimit(10);
    assertThat(second)
        .isDenied()
        .hasOrigin(Origin.DENY_LINE)
        .hasBinding(1)
        .hasLimit(10)
        .hasRetryAfter(Duration.ofMillis(300));
  }

  @Test
  void allOfSeveralLimits_namesTheLargerOneIfThatDenied() {
    Rule rule = Rule.of("slow", Limit.allOf(Limit.perDay(100), Limit.perSecond(10)));
    for (int i = 0; i < 10; i++) {
      check(rule, 10);
      advance(1_000);
    }
    Decision first = check(rule, 3);

    Decision second = check(rule, 3);

    assertThat(first).isDenied().hasOrigin(Origin.STORE).hasBinding(0).hasLimit(100);
    assertThat(second).isDenied().hasOrigin(Origin.DENY_LINE).hasBinding(0).hasLimit(100);
  }
}
