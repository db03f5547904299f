package dev.ratelimit.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.core.HandClock;
import dev.ratelimit.core.Together;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A breaker among threads, and one that is closed. */
@Timeout(60) // only so that a deadlock fails
class BreakerThreadsTest {

  private final ProbedStore store = new ProbedStore();
  private final HandClock clock = store.clock;
  private final Breaker breaker = store.breaker;

  /** Has another thread use the breaker, and waits until it has. */
  private void useByAnotherThread() {
    Thread other =
        new Thread(
            () -> {
              breaker.succeeded();
              breaker.failed();
            });
    other.start();
    try {
      other.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void manyThreadsThatFailAtOnce_tripOnce() throws InterruptedException {
    Together.run(16, thread -> store.trip());

    assertThat(store.told).containsExactly("degraded");
    assertThat(clock.pending()).isEqualTo(1);

    store.awaitProbe();
    assertThat(store.probes()).isEqualTo(1);
  }

  @Test
  void manyThreadsThatTripAtOnce_tripOnce() throws InterruptedException {
    Together.run(16, thread -> breaker.trip());

    assertThat(store.told).containsExactly("degraded");
    assertThat(clock.pending()).isEqualTo(1);
  }

  @Test
  void degradation_isToldOutsideTheLock() {
    store.whileTelling(this::useByAnotherThread);

    store.trip();

    assertThat(store.told).containsExactly("degraded");
  }

  @Test
  void tripping_isToldOutsideTheLock() {
    store.whileTelling(this::useByAnotherThread);

    breaker.trip();

    assertThat(store.told).containsExactly("degraded");
  }

  @Test
  void recovery_isToldOutsideTheLock() {
    store.trip();
    store.whileTelling(this::useByAnotherThread);

    store.recover();

    assertThat(store.told).containsExactly("degraded", "recovered");
  }

  @Test
  void listenerOfADegradation_findsTheStoreDegraded() {
    List<Health> found = new ArrayList<>();
    store.whileTelling(() -> found.add(breaker.health()));

    store.trip();
    store.recover();

    assertThat(found).containsExactly(Health.DEGRADED, Health.HEALTHY);
  }

  @Test
  void closedBreaker_probesNoMore() {
    store.trip();
    long pause = store.untilNextProbeMicros();

    breaker.close();

    assertThat(clock.pending()).isZero();
    clock.advance(pause);
    assertThat(store.probes()).isZero();
  }

  @Test
  void probeThatFailsAfterTheClose_isTheLast() {
    store.trip();
    store.awaitProbe();

    breaker.close();
    store.failProbe();

    assertThat(clock.pending()).isZero();
  }

  @Test
  void failuresAfterTheClose_scheduleNothing() {
    breaker.close();

    store.trip();

    assertThat(clock.pending()).isZero();
    assertThat(breaker.isHealthy()).isTrue();
  }

  @Test
  void closingTwice_isClosingOnce() {
    store.trip();

    breaker.close();
    breaker.close();

    assertThat(clock.pending()).isZero();
  }

  @Test
  void degradedStoreWhoseBreakerIsClosed_isToldToBeGoneOnce() {
    store.trip();

    breaker.close();
    breaker.close();

    assertThat(store.told).containsExactly("degraded", "gone");
    assertThat(breaker.isHealthy()).isFalse();
  }

  /** Else whoever counts what is degraded would count it for ever. */
  @Test
  void closeWhileTheDegradationIsTold_isToldAfterIt() {
    List<String> heard = new ArrayList<>();
    store.whileTelling(
        () -> {
          breaker.close();
          heard.add(store.told.get(store.told.size() - 1));
        });

    store.trip();

    assertThat(heard).containsExactly("degraded", "gone");
  }
}
