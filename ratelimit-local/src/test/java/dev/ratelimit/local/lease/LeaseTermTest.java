package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.LeaseCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How long a lease is spent, and what becomes of what is left. */
@SuppressWarnings("FutureReturnValueIgnored") // a check that is in flight is not waited for
class LeaseTermTest {

  private final Instance instance = new Instance();

  private static long returned(LeaseCall call) {
    return call.returned().stream().mapToLong(permits -> permits.permits()).sum();
  }

  @Test
  void lease_isSpentFor99PercentOfItsTerm() {
    instance.lease49();

    instance.clock.advanceMicros(Instance.TERM_MICROS - 1);
    assertThat(instance.check(49)).isAllowed().hasOrigin(Origin.LEASE);
  }

  @Test
  void leaseAfterItsTerm_isNotSpentHoweverLateItsTimer() {
    instance.lease49();

    Decision late =
        instance.layer.check(
            "key", Instance.RULE, 1, instance.clock.micros() + Instance.TERM_MICROS);

    assertThat(late).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void term_isCountedFromBeforeTheCallWasSent() {
    instance.heat(100);
    instance.store.hold();
    CompletableFuture<Decision> first = instance.checkAsync(100);
    instance.clock.advanceMicros(60_000);
    instance.store.release();
    assertThat(first.join()).isAllowed();

    instance.clock.advanceMicros(38_999);
    assertThat(instance.check(1)).hasOrigin(Origin.LEASE);
    instance.clock.advanceMicros(1);
    instance.store.answerAtOnce();
    assertThat(instance.check(1)).hasOrigin(Origin.STORE);
  }

  @Test
  void whatIsLeftAtTheEndOfTheTerm_isReturnedOnce() {
    instance.lease49();
    instance.check(9);

    instance.clock.advanceMicros(Instance.TERM_MICROS);

    assertThat(instance.store.calls()).hasSize(4);
    assertThat(returned(instance.store.lastCall())).isEqualTo(40);
    assertThat(instance.store.lastCall().spent())
        .singleElement()
        .extracting("permits")
        .isEqualTo(9L);
    instance.clock.advance(Duration.ofSeconds(1));
    assertThat(instance.store.calls()).hasSize(4);
    assertThat(instance.clock.pendingTasks()).isZero();
  }

  @Test
  void returnedPermits_areThereForOthers() {
    Rule slow = Rule.of("slow", Limit.perHour(1_000)); // a slot is 90 s, a permit 3.6 s
    instance.heat(slow, 10);
    instance.check(slow, 10);
    // 300 a second for a second, of which 10 are spent: half a term would be 178 s.
    assertThat(instance.store.peek("key", slow, 0, instance.clock.micros())).hasRemaining(680);

    instance.clock.advanceMicros(356_400_000); // 99 % of 4 slots

    assertThat(instance.store.peek("key", slow, 0, instance.clock.micros())).hasRemaining(1_000);
  }

  @Test
  void answerAfterTheTerm_isReturnedAtOnceAndNotSpent() {
    instance.heat(100);
    instance.store.hold();
    instance.checkAsync(100);
    Runnable answer = instance.store.decide();
    instance.store.answerAtOnce();
    instance.clock.advanceMicros(Instance.TERM_MICROS);
    answer.run();

    assertThat(instance.check(1)).hasOrigin(Origin.STORE);
    instance.clock.advanceMicros(0);

    assertThat(instance.store.calls().stream().mapToLong(LeaseTermTest::returned).sum())
        .isEqualTo(49);
  }

  @Test
  void returnThatIsDelayedBeyondItsSlot_bringsNothingBack() {
    instance.lease49();
    instance.store.hold();
    instance.clock.advanceMicros(Instance.TERM_MICROS);
    assertThat(instance.store.inFlight()).isOne();
    instance.clock.advance(Duration.ofMillis(100));
    instance.store.answerAtOnce();
    instance.store.check("key", Instance.RULE, 800, instance.clock.micros());
    Decision before = instance.peek(0);

    instance.store.release();

    assertThat(instance.peek(0)).isEqualTo(before);
  }

  @Test
  void instanceThatPauses_spendsNothingOfItsLeaseWhenItWakes() {
    Instance paused = new Instance();
    paused.lease49();

    Decision woken =
        paused.layer.check("key", Instance.RULE, 10, paused.clock.micros() + 10_000_000);

    assertThat(woken).hasOrigin(Origin.STORE);
  }

  @Test
  void olderInstants_spendALeaseToo() {
    instance.lease49();

    Decision earlier =
        instance.layer.check("key", Instance.RULE, 10, instance.clock.micros() - 1_000);

    assertThat(earlier).isAllowed().hasOrigin(Origin.LEASE);
  }
}
