package dev.ratelimit.core.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.core.HandClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a store is given up, and when it is asked again. */
class BreakerTest {

  private final ProbedStore store = new ProbedStore();
  private final HandClock clock = store.clock;
  private final Breaker breaker = store.breaker;

  @Test
  void newBreaker_isHealthyAndSendsNothing() {
    clock.advance(3_600_000_000L);

    assertThat(breaker.isHealthy()).isTrue();
    assertThat(breaker.health()).isEqualTo(Health.HEALTHY);
    assertThat(breaker.untilNextProbe()).isZero();
    assertThat(store.probes()).isZero();
    assertThat(clock.pending()).isZero();
  }

  @Test
  void thirdFailureInARow_degrades() {
    breaker.failed();
    breaker.failed();
    assertThat(breaker.isHealthy()).isTrue();

    breaker.failed();

    assertThat(breaker.isHealthy()).isFalse();
    assertThat(breaker.health()).isEqualTo(Health.DEGRADED);
    assertThat(store.told).containsExactly("degraded");
  }

  @Test
  void answersAmongTheFailures_keepTheStoreUntilHalfOfTwentyFail() {
    for (int i = 0; i < 9; i++) {
      breaker.succeeded();
      breaker.failed();
    }
    assertThat(breaker.isHealthy()).isTrue();

    breaker.succeeded();
    breaker.failed();

    assertThat(breaker.isHealthy()).isFalse();
  }

  @Test
  void failuresAmongManyAnswers_neverDegrade() {
    for (int i = 0; i < 1_000; i++) {
      breaker.succeeded();
      breaker.succeeded();
      breaker.failed();
      breaker.failed();
      breaker.succeeded();
      clock.advance(1_000);
    }

    assertThat(breaker.isHealthy()).isTrue();
    assertThat(store.told).isEmpty();
  }

  @Test
  void failuresOfAnEarlierSecond_countOnlyWhileTheyAreInARow() {
    for (int i = 0; i < 9; i++) {
      breaker.succeeded();
      breaker.failed();
    }
    clock.advance(1_000_000);

    breaker.succeeded();
    breaker.failed();

    assertThat(breaker.isHealthy()).isTrue();
  }

  @Test
  void degradedStore_isLeftAloneUntilTheProbeIsDue() {
    store.trip();
    long pause = store.untilNextProbeMicros();

    clock.advance(pause - 1);
    assertThat(store.probes()).isZero();
    assertThat(breaker.untilNextProbe()).isEqualTo(Duration.ofNanos(1_000));
    assertThat(breaker.health()).isEqualTo(Health.DEGRADED);

    clock.advance(1);
    assertThat(store.probes()).isEqualTo(1);
    assertThat(breaker.untilNextProbe()).isEqualTo(Duration.ofMillis(200));
    assertThat(breaker.health()).isEqualTo(Health.PROBING);
    assertThat(breaker.isHealthy()).isFalse();
  }

  /** As a slow log does, behind which a probe is answered. */
  private final class SlowToHear implements Breaker.Changes {

    private final List<String> heard = new ArrayList<>();

    @Override
    public void degraded() {
      clock.advance(125_000);
      heard.add("degraded");
    }

    @Override
    public void recovered() {
      heard.add("recovered");
    }

    @Override
    public void gone() {
      heard.add("gone");
    }
  }

  @Test
  void changeWhileAnotherIsTold_isToldAfterIt() {
    SlowToHear changes = new SlowToHear();
    Breaker quick = new Breaker(clock, () -> CompletableFuture.completedFuture("pong"), changes);

    quick.trip();

    assertThat(quick.isHealthy()).isTrue();
    assertThat(changes.heard).containsExactly("degraded", "recovered");
  }

  @Test
  void firstPause_isATenthOfASecondAndUpToAQuarterMore() {
    Set<Long> pauses = new HashSet<>();

    for (int i = 0; i < 1_000; i++) {
      store.trip();
      pauses.add(store.untilNextProbeMicros());
      store.recover();
      clock.advance(10_000_000);
    }

    assertThat(pauses).allSatisfy(pause -> assertThat(pause).isBetween(100_000L, 125_000L));
    assertThat(pauses).hasSizeGreaterThan(100);
  }

  @Test
  void probeThatIsNotAnswered_isTheOnlyOne() {
    store.trip();
    store.awaitProbe();

    clock.advance(3_600_000_000L);

    assertThat(store.probes()).isEqualTo(1);
    assertThat(clock.pending()).isZero();
    assertThat(breaker.health()).isEqualTo(Health.PROBING);
    assertThat(breaker.untilNextProbe()).isZero();
  }

  @Test
  void pausesBetweenFailedProbes_doubleUpToASecond() {
    store.trip();

    for (long least : new long[] {100_000, 200_000, 400_000, 800_000, 1_000_000, 1_000_000}) {
      assertThat(store.awaitProbe()).isBetween(least, least + least / 4);
      store.failProbe();
    }

    assertThat(store.probes()).isEqualTo(6);
    assertThat(breaker.health()).isEqualTo(Health.DEGRADED);
    assertThat(store.told).containsExactly("degraded");
  }

  @Test
  void pause_beginsWhenTheProbeHasFailed() {
    store.trip();
    store.awaitProbe();
    clock.advance(50_000);

    store.failProbe();

    assertThat(store.untilNextProbeMicros()).isBetween(200_000L, 250_000L);
  }

  @Test
  void probeThatIsAnswered_heals() {
    store.trip();

    store.recover();

    assertThat(breaker.health()).isEqualTo(Health.HEALTHY);
    assertThat(breaker.isHealthy()).isTrue();
    assertThat(breaker.untilNextProbe()).isZero();
    assertThat(store.told).containsExactly("degraded", "recovered");
    assertThat(clock.pending()).isZero();
  }

  @Test
  void recovery_forgetsTheFailures() {
    store.trip();
    store.recover();

    breaker.failed();
    breaker.failed();
    assertThat(breaker.isHealthy()).isTrue();

    breaker.failed();
    assertThat(breaker.isHealthy()).isFalse();
  }

  @Test
  void calmAfterARecovery_resetsThePauses() {
    store.trip();
    for (int i = 0; i < 5; i++) {
      store.awaitProbe();
      store.failProbe();
    }
    store.recover();

    clock.advance(10_000_000);
    store.trip();

    assertThat(store.untilNextProbeMicros()).isBetween(100_000L, 125_000L);
  }

  @Test
  void recoveryOfAStoreThatFailsAgainSoon_resetsNoPause() {
    store.trip();
    store.recover();

    clock.advance(9_999_999);
    store.trip();

    assertThat(store.untilNextProbeMicros()).isBetween(200_000L, 250_000L);
  }

  @Test
  void probeThatThrows_isAFailedOne() {
    HandClock time = new HandClock();
    Breaker throwing =
        new Breaker(
            time,
            () -> {
              throw new IllegalStateException("no connection");
            },
            new Deaf());
    throwing.trip();

    time.advance(125_000);

    assertThat(throwing.health()).isEqualTo(Health.DEGRADED);
    assertThat(throwing.untilNextProbe()).isBetween(Duration.ofMillis(200), Duration.ofMillis(250));
    assertThat(time.pending()).isEqualTo(1);
  }

  @Test
  void probeThatIsAnsweredAtOnce_heals() {
    HandClock time = new HandClock();
    Breaker prompt = new Breaker(time, () -> CompletableFuture.completedFuture("pong"), new Deaf());
    prompt.trip();

    time.advance(125_000);

    assertThat(prompt.isHealthy()).isTrue();
  }

  private static final class Deaf implements Breaker.Changes {
    @Override
    public void degraded() {}

    @Override
    public void recovered() {}

    @Override
    public void gone() {}
  }

  @Test
  void storeThatIsKnownToBeGone_isGivenUpAtOnce() {
    breaker.trip();

    assertThat(breaker.health()).isEqualTo(Health.DEGRADED);
    assertThat(store.untilNextProbeMicros()).isBetween(100_000L, 125_000L);
    assertThat(store.told).containsExactly("degraded");
  }

  @Test
  void trippingAgain_changesNeitherThePauseNorTheProbe() {
    breaker.trip();
    long pause = store.untilNextProbeMicros();

    breaker.trip();
    assertThat(store.untilNextProbeMicros()).isEqualTo(pause);
    clock.advance(pause);
    breaker.trip();

    assertThat(breaker.health()).isEqualTo(Health.PROBING);
    assertThat(clock.pending()).isZero();
    assertThat(store.told).containsExactly("degraded");
  }

  @Test
  void callsThatFailLate_changeNothing() {
    store.trip();
    long pause = store.untilNextProbeMicros();

    store.trip();
    assertThat(store.untilNextProbeMicros()).isEqualTo(pause);
    clock.advance(pause);
    store.trip();
    store.answerProbe();

    assertThat(breaker.isHealthy()).isTrue();
    assertThat(store.probes()).isEqualTo(1);
    assertThat(store.told).containsExactly("degraded", "recovered");
  }

  @Test
  void callThatIsAnsweredLate_healsNothing() {
    store.trip();

    breaker.succeeded();

    assertThat(breaker.health()).isEqualTo(Health.DEGRADED);
    assertThat(store.told).containsExactly("degraded");
  }

  @Test
  void missingParts_areRefused() {
    assertThatThrownBy(() -> new Breaker(null, () -> new CompletableFuture<>(), new Deaf()))
        .hasMessage("time");
    assertThatThrownBy(() -> new Breaker(clock, null, new Deaf())).hasMessage("probe");
    assertThatThrownBy(() -> new Breaker(clock, () -> new CompletableFuture<>(), null))
        .hasMessage("changes");
  }

  @Test
  void closedBreaker_staysAsItIsAndTellsNothing() {
    breaker.close();

    for (int i = 0; i < 10; i++) {
      breaker.failed();
    }
    breaker.trip();

    assertThat(breaker.isHealthy()).isTrue();
    assertThat(store.told).isEmpty();
    assertThat(clock.pending()).isZero();
  }
}
