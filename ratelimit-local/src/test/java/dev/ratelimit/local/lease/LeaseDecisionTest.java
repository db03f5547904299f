package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.LeaseId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What an answer from the hand says: 300 spent at the store, 49 in hand, 651 left there. */
class LeaseDecisionTest {

  private final Instance instance = new Instance();

  @Test
  void remainingPermits_areThoseInHandAndThoseTheStoreHadLeft() {
    instance.lease49();

    assertThat(instance.check(9))
        .isAllowed()
        .hasOrigin(Origin.LEASE)
        .isNotDegraded()
        .hasLimit(1_000)
        .hasRemaining(691)
        .hasRetryAfter(Duration.ZERO)
        .hasResetAfter(Duration.ofMillis(309))
        .hasRuleName("busy");
  }

  @Test
  void fullKey_hasNoMoreRemainingThanItsLimit() {
    Lease lease = new Lease(new LeaseId(0, 0), 900, Long.MAX_VALUE, 900);
    Hand hand = new Hand();
    hand.add(lease);

    assertThat(hand.spend(LeaseTerms.of(Instance.RULE), 1, Instance.START))
        .hasRemaining(1_000)
        .hasResetAfter(Duration.ZERO);
  }

  @Test
  void smallestAndLargestLimits_areLeasedWithoutOverflow() {
    for (Rule rule :
        new Rule[] {
          Rule.of("2^52", Limit.of(1L << 52, Duration.ofSeconds(1))),
          Rule.of("2^52 b", Limit.perSecond(1L << 32).withBurst(1L << 52)),
          Rule.of("2^32/300 d", Limit.of(1L << 32, Duration.ofDays(300))),
          Rule.of("slow", Limit.of(1_000, Duration.ofDays(36_500))),
          Rule.of("half", Limit.of(1, Duration.ofDays(36), 1_000)),
        }) {
      Instance each = new Instance();
      long cost = Math.max(1, rule.limit().mostPermits() / 50);

      for (int i = 0; i < 60; i++) {
        Decision decision = each.check(rule, cost);
        assertThat(decision.remaining()).isBetween(0L, decision.limit());
        // A refill, from when the last lease has lapsed: five lease slots of a fortieth.
        assertThat(decision.resetAfter()).isBetween(Duration.ZERO, Duration.ofDays(41_100));
        assertThat(decision.retryAfter()).isBetween(Duration.ZERO, Duration.ofDays(41_100));
      }
      assertThat(each.check(rule, cost)).isDenied();
      assertThat(each.store.granted()).isPositive();
      each.clock.advance(Duration.ofDays(36_500));
      assertThat(each.check(rule, cost)).isAllowed();
    }
  }
}
