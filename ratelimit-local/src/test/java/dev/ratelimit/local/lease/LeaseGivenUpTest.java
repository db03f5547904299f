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
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leases whose key is evicted, whose limit changes, or whose layer is closed. */
@Timeout(
    value = 60,
    threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // only so that a layer which hangs fails
@SuppressWarnings("FutureReturnValueIgnored") // a check that is in flight is not waited for
class LeaseGivenUpTest {

  private final Instance instance = new Instance();

  @Test
  void closingWithPermitsInHand_returnsThemAndThenClosesTheStore() {
    instance.lease49();
    instance.check(9);
    instance.store.hold();

    instance.layer.close();

    assertThat(instance.store.returned()).isEqualTo(40);
    assertThat(instance.store.closed()).isZero();
    instance.store.release();
    assertThat(instance.store.closed()).isOne();
    assertThat(instance.clock.pendingTasks()).isZero();
  }

  @Test
  void closingWithNothingInHand_closesTheStoreAtOnce() {
    instance.store.hold();

    instance.layer.close();

    assertThat(instance.store.closed()).isOne();
    assertThat(instance.store.calls()).isEmpty();
  }

  @Test
  void closingTwice_doesNotCutOffWhatComesBack() {
    instance.lease49();
    instance.store.hold();

    instance.layer.close();
    instance.layer.close();

    assertThat(instance.store.closed()).isZero();
    instance.store.release();
    assertThat(instance.store.closed()).isOne();
    assertThat(instance.store.returned()).isEqualTo(49);
  }

  @Test
  void closingAStoreThatFails_closesItAllTheSame() {
    instance.lease49();
    instance.store.goAway(new IllegalStateException("away"));

    instance.layer.close();

    assertThat(instance.store.closed()).isOne();
  }

  @Test
  void closedLayer_spendsNothingMore() {
    instance.lease49();
    instance.layer.close();

    assertThat(instance.check(1)).hasOrigin(Origin.STORE);
  }

  @Test
  void leaseThatArrivesAfterClosing_isReturned() {
    instance.heat(100);
    instance.store.hold();
    CompletableFuture<Decision> check = instance.checkAsync(100);
    instance.layer.close();
    instance.store.release();
    instance.store.release();

    assertThat(check.join()).isAllowed();
    assertThat(instance.store.returned()).isEqualTo(49);
  }

  @Test
  void evictedKey_returnsWhatIsInHandOnce() {
    Instance small = new Instance(Instance.leasing(1));
    small.lease49();
    small.check(9);
    checkOthers(small, 100);
    small.clock.advance(Duration.ofSeconds(1));

    assertThat(small.store.returned()).isEqualTo(40);
  }

  @Test
  void evictedKey_isReturnedWithoutALockOfTheCache() {
    Instance small = new Instance(Instance.leasing(1));
    small.lease49();
    AtomicBoolean first = new AtomicBoolean(true);
    small.store.whenAsked(
        () -> {
          if (first.getAndSet(false)) {
            join(() -> checkOthers(small, 5_000)); // fills what the cache has yet to look at
          }
        });

    checkOthers(small, 100);

    assertThat(small.store.returned()).isEqualTo(49);
  }

  private static void checkOthers(Instance instance, int keys) {
    for (int i = 0; i < keys; i++) {
      instance.layer.check("other " + i, Instance.RULE, 1, instance.clock.micros());
    }
  }

  private static void join(Runnable work) {
    CompletableFuture.runAsync(work, task -> new Thread(task).start()).join();
  }

  @Test
  void changedLimit_dropsWhatIsInHand() {
    instance.lease49();
    instance.check(9);

    Rule changed = Rule.of("busy", Limit.perSecond(2_000));
    assertThat(instance.check(changed, 10)).hasOrigin(Origin.STORE);
    instance.clock.advance(Duration.ofSeconds(1));

    assertThat(instance.store.returned()).isZero();
    assertThat(instance.store.calls()).flatMap(LeaseCall::spent).isEmpty();
  }

  @Test
  void limitOfAnotherKind_isNotOverwrittenByWhatComesBack() {
    Rule window = Rule.of("window", Limit.fixedWindow(10, Duration.ofDays(1)));
    instance.lease49();
    assertThat(instance.check(window, 10)).isAllowed();

    instance.clock.advance(Duration.ofMillis(500)); // the term ends

    assertThat(instance.check(window, 1)).isDenied();
    assertThat(instance.store.returned()).isZero();
  }

  @Test
  void limitOfAnotherKind_isNotOverwrittenByALeaseOnItsWay() {
    Rule window = Rule.of("window", Limit.fixedWindow(10, Duration.ofDays(1)));
    instance.heat(100);
    instance.store.hold();
    instance.checkAsync(100);
    Runnable answer = instance.store.decide();
    instance.store.answerAtOnce();
    assertThat(instance.check(window, 10)).isAllowed();
    answer.run();

    instance.clock.advance(Duration.ofMillis(500));

    assertThat(instance.check(window, 1)).isDenied();
  }

  @Test
  void limitThatIsTooSmallNow_dropsWhatIsInHand() {
    Rule small = Rule.of("small", Limit.perSecond(10));
    instance.lease49();

    assertThat(instance.check(small, 1)).hasOrigin(Origin.STORE);
    instance.clock.advance(Duration.ofMillis(500));

    assertThat(instance.store.returned()).isZero();
  }
}
