package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Granted;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Refunds and resets of keys that are leased. 300 are spent at the store, 49 are in hand. */
@SuppressWarnings("FutureReturnValueIgnored") // a check that is in flight is not waited for
class LeaseRefundTest {

  private final Instance instance = new Instance();

  private void refund(long permits) {
    instance.layer.refund("key", Instance.RULE, permits, instance.clock.micros());
  }

  @Test
  void permitsSpentFromTheHand_areInHandAgain() {
    instance.lease49();
    instance.check(30);
    refund(30);

    assertThat(instance.check(45)).isAllowed().hasOrigin(Origin.LEASE);
    assertThat(instance.store.calls().subList(0, 3))
        .allMatch(call -> call.spent().isEmpty() && call.returned().isEmpty());
  }

  @Test
  void refundedPermits_areNotToldAsSpent() {
    instance.lease49();
    instance.check(30);
    refund(20);
    instance.check(100);

    assertThat(instance.store.lastCall().spent())
        .singleElement()
        .extracting("permits")
        .isEqualTo(10L);
  }

  @Test
  void moreThanWasSpentFromTheHand_goesToTheStoreAsAWhole() {
    instance.lease49();
    instance.check(30);
    refund(31);

    LeaseCall told = instance.store.lastCall();
    assertThat(told.spent()).singleElement().extracting("permits").isEqualTo(30L);
    assertThat(told.cost() + told.want()).isZero();
    assertThat(instance.peek(0)).hasRemaining(682);
    assertThat(instance.check(18)).hasOrigin(Origin.LEASE);
  }

  @Test
  void permitsThatWereToldOf_goToTheStore() {
    instance.lease49();
    instance.check(30);
    instance.check(100); // tells of 30
    long before = instance.peek(0).remaining();
    refund(30);

    assertThat(instance.peek(0)).hasRemaining(before + 30);
  }

  @Test
  void refundWithoutBlocking_doesTheSame() {
    instance.lease49();
    instance.check(30);

    instance.layer.refundAsync("key", Instance.RULE, 30, instance.clock.micros()).join();
    assertThat(instance.check(45)).hasOrigin(Origin.LEASE);

    instance.layer.refundAsync("key", Instance.RULE, 1_000, instance.clock.micros()).join();
    assertThat(instance.peek(0).remaining()).isGreaterThan(651);
  }

  @Test
  void refund_endsThePause() {
    deny();
    refund(20);

    assertThat(instance.check(10)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void reset_endsThePauseAndKeepsTheHand() {
    deny();
    instance.layer.reset("key", Instance.RULE, instance.clock.micros());

    assertThat(instance.check(500)).isAllowed().hasOrigin(Origin.STORE);
  }

  private void deny() {
    instance.heat(100);
    instance.store.check("key", Instance.RULE, 800, instance.clock.micros());
    instance.check(10);
    assertThat(instance.check(10)).isDenied().hasOrigin(Origin.DENY_LINE);
  }

  @Test
  void reset_keepsPermitsThatAreInHand() {
    instance.lease49();
    instance.check(30);
    instance.layer.reset("key", Instance.RULE, instance.clock.micros());

    assertThat(instance.peek(0)).hasRemaining(981); // but for what is in hand
    assertThat(instance.check(18)).isAllowed().hasOrigin(Origin.LEASE);
  }

  @Test
  void denialThatWasOnItsWayDuringAReset_isNotRemembered() {
    instance.heat(500);
    instance.clock.advanceMicros(1);
    instance.store.hold();
    instance.checkAsync(1_000);
    Runnable denial = instance.store.decide();
    instance.store.answerAtOnce();
    instance.layer.reset("key", Instance.RULE, instance.clock.micros());
    denial.run();

    assertThat(instance.check(500)).isAllowed().hasOrigin(Origin.STORE);
  }

  @Test
  void denialOfAKeyThatIsNotLeasedOnItsWayDuringAReset_isNotRemembered() {
    Instance strict = new Instance(Instance.strict());
    strict.check(1_000);
    strict.clock.advanceMicros(1);
    strict.store.hold();
    strict.checkAsync(1_000);
    Runnable denial = strict.store.decide();
    strict.store.answerAtOnce();
    strict.layer.reset("key", Instance.RULE, strict.clock.micros());
    denial.run();

    assertThat(strict.check(1_000)).isAllowed().hasOrigin(Origin.STORE);
  }

  /** What a reservation took is owed for later: in hand it could be spent at once, and again. */
  @Test
  void reservationsThatAreCancelled_giveNothingToTheHand() {
    instance.lease49();
    long admitted = 0;
    for (int round = 0; round < 50; round++) {
      long now = instance.clock.micros();
      Held held = instance.layer.reserve("key", Instance.RULE, new Hold(100, 3_600_000_000L), now);
      instance.layer.cancel("key", Instance.RULE, new Granted(100, held.decision().origin()), now);
      for (int i = 0; i < 100; i++) {
        admitted += instance.check(1).allowed() ? 1 : 0;
      }
    }

    assertThat(admitted).isLessThanOrEqualTo(700); // of 1,000, 300 were spent before
  }

  @Test
  void refundOfNothing_asksForNothing() {
    instance.lease49();
    instance.check(1_000);
    int before = instance.store.calls().size();

    for (int i = 0; i < 10; i++) {
      refund(0);
      instance.check(900);
    }

    assertThat(instance.store.calls()).hasSize(before);
  }

  @Test
  void leaseThatIsNotSpentForASecond_comesBack() {
    Rule daily = Rule.of("daily", Limit.perDay(1_000));
    instance.heat(daily, 1);
    instance.check(daily, 1);
    assertThat(instance.store.peek("key", daily, 0, instance.clock.micros()).remaining())
        .isBetween(900L, 970L);

    instance.clock.advance(Duration.ofSeconds(3));

    assertThat(instance.store.peek("key", daily, 0, instance.clock.micros()).remaining())
        .isEqualTo(997);
  }
}
