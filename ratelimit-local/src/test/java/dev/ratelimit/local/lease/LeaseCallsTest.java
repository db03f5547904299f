package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.store.LeaseCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One call at a time, what it carries, and what those are told that wait for it. */
@SuppressWarnings("FutureReturnValueIgnored") // a check that is in flight is not waited for
@Timeout(
    value = 60,
    threadMode =
        Timeout.ThreadMode.SEPARATE_THREAD) // only so that a caller whom nobody answers fails
class LeaseCallsTest {

  private final Instance instance = new Instance();

  private List<CompletableFuture<Decision>> checkAsync(int times, long cost) {
    List<CompletableFuture<Decision>> answers = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      answers.add(instance.checkAsync(cost));
    }
    return answers;
  }

  private static StoreException failure(StoreException.Charge charge) {
    return new StoreException("away", null, charge, Duration.ZERO);
  }

  private long spent(LeaseCall call) {
    return call.spent().stream().mapToLong(permits -> permits.permits()).sum();
  }

  @Test
  void callersWhileACallIsInFlight_waitForIt() {
    instance.heat(100);
    instance.store.hold();

    List<CompletableFuture<Decision>> answers = checkAsync(5, 10); // 8 are leased

    assertThat(instance.store.inFlight()).isOne();
    assertThat(answers).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void callersThatWait_areServedInOrderOfTheirCalls() {
    instance.heat(100);
    instance.store.check("key", Instance.RULE, 785, instance.clock.micros()); // 15 left
    instance.store.hold();

    List<CompletableFuture<Decision>> answers = checkAsync(8, 2); // the first, and a lease of 9
    instance.store.release();

    assertThat(answers)
        .extracting(answer -> answer.isDone() && answer.join().allowed())
        .containsExactly(true, true, true, true, true, true, true, false);
    assertThat(answers.get(7).join()).isDenied().hasOrigin(Origin.DENY_LINE);
  }

  @Test
  void tenCallersForFourPermits_areFourAllowedAndSixDenied() {
    instance.heat(100);
    instance.store.check("key", Instance.RULE, 796, instance.clock.micros()); // 4 left
    instance.store.hold();

    List<CompletableFuture<Decision>> answers = checkAsync(10, 1);
    while (instance.store.inFlight() > 0) {
      instance.store.release();
    }

    assertThat(answers)
        .extracting(answer -> answer.join().allowed())
        .containsExactly(true, true, true, true, false, false, false, false, false, false);
    assertThat(answers.get(9).join()).isDenied().hasRemaining(0);
  }

  @Test
  void callersOfBothForms_areAnsweredByOneCall() throws Exception {
    instance.heat(100);
    instance.store.hold();
    CompletableFuture<Decision> first = instance.checkAsync(100);
    CompletableFuture<Decision> second = instance.checkAsync(10);
    Thread third = new Thread(() -> instance.check(10));
    third.start();
    while (third.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    instance.store.release();
    third.join();

    assertThat(first.join()).isAllowed().hasOrigin(Origin.STORE);
    assertThat(second.join()).isAllowed().hasOrigin(Origin.LEASE);
    assertThat(instance.store.calls()).hasSize(3);
  }

  @Test
  void failure_reachesAllThatWait() {
    instance.heat(100);
    instance.store.hold();
    List<CompletableFuture<Decision>> answers = checkAsync(3, 100);

    StoreException failure = failure(StoreException.Charge.UNCERTAIN);
    instance.store.lose(failure);

    for (CompletableFuture<Decision> answer : answers) {
      assertThatThrownBy(answer::join).hasRootCause(failure);
    }
    assertThat(instance.store.inFlight()).isZero();
  }

  @Test
  void failure_doesNotReachThoseForWhomPermitsAreInHandAgain() {
    instance.lease49();
    instance.store.hold();
    CompletableFuture<Decision> asking = instance.checkAsync(100);
    instance.check(49);
    CompletableFuture<Decision> small = instance.checkAsync(10);
    CompletableFuture<Decision> large = instance.checkAsync(100);
    assertThat(small).isNotDone();
    instance.layer.refund("key", Instance.RULE, 49, instance.clock.micros());

    instance.store.lose(failure(StoreException.Charge.UNCERTAIN));

    assertThat(small.join()).isAllowed().hasOrigin(Origin.LEASE);
    assertThat(asking).isCompletedExceptionally();
    assertThat(large).isCompletedExceptionally();
  }

  @Test
  void nextCall_tellsWhatWasSpentBeforeItChecks() {
    instance.lease49();
    instance.check(9);
    instance.check(30);
    instance.check(100);

    LeaseCall call = instance.store.lastCall();
    assertThat(call.cost()).isEqualTo(100);
    assertThat(spent(call)).isEqualTo(39);
    assertThat(call.returned()).isEmpty();
  }

  @Test
  void whatWasTold_isNotToldAgain() {
    instance.lease49();
    instance.check(9);
    instance.check(100);
    instance.check(1_000);

    assertThat(instance.store.lastCall().cost()).isEqualTo(1_000);
    assertThat(instance.store.lastCall().spent()).isEmpty();
  }

  @Test
  void whatASentCallWasToTell_isNotToldAgainIfItIsLost() {
    instance.lease49();
    instance.check(9);
    loseNext(StoreException.Charge.UNCERTAIN);

    instance.check(100);

    assertThat(spent(instance.store.lastCall())).isZero();
  }

  @Test
  void whatAnUnsentCallWasToTell_isToldByTheNext() {
    instance.lease49();
    instance.check(9);
    loseNext(StoreException.Charge.NONE);

    instance.check(100);

    assertThat(spent(instance.store.lastCall())).isEqualTo(9);
  }

  private void loseNext(StoreException.Charge charge) {
    instance.store.hold();
    instance.checkAsync(100);
    instance.store.lose(failure(charge));
    instance.store.answerAtOnce();
  }

  @Test
  void lowHand_isRefilledBeforeItIsEmpty() {
    instance.lease49();

    assertThat(instance.check(48)).isAllowed().hasOrigin(Origin.LEASE);

    assertThat(instance.store.calls()).hasSize(4);
    assertThat(instance.store.lastCall().cost()).isZero();
    assertThat(instance.store.lastCall().want()).isPositive();
    assertThat(spent(instance.store.lastCall())).isEqualTo(48);
    assertThat(instance.check(30)).isAllowed().hasOrigin(Origin.LEASE);
  }

  @Test
  void refill_keepsNobodyWaiting() {
    instance.lease49();
    instance.store.hold();

    assertThat(instance.checkAsync(48)).isCompleted();
    assertThat(instance.checkAsync(1)).isCompleted();

    assertThat(instance.store.inFlight()).isOne();
  }

  @Test
  void refillsDuringAnOutage_areFiftyMillisecondsApart() {
    instance.lease49();
    instance.check(40);
    instance.store.goAway(failure(StoreException.Charge.NONE));
    int before = instance.store.calls().size();

    for (int i = 0; i < 9; i++) {
      assertThat(instance.check(1)).isAllowed().hasOrigin(Origin.LEASE);
      instance.clock.advanceMicros(5_000);
    }

    assertThat(instance.store.calls()).hasSize(before + 1);
  }
}
