package dev.ratelimit.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Cancellable;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FakeClockTest {

  private final FakeClock clock = FakeClock.atEpoch();
  private final List<String> ran = new ArrayList<>();

  private Cancellable schedule(String name, long delayMicros) {
    return clock.schedule(
        Duration.of(delayMicros, ChronoUnit.MICROS), () -> ran.add(name + "@" + clock.micros()));
  }

  @Test
  void newClock_showsTheInstantItWasGiven() {
    assertThat(FakeClock.atEpoch().micros()).isZero();
    assertThat(FakeClock.atMicros(7).micros()).isEqualTo(7);
    assertThat(FakeClock.at(Instant.ofEpochSecond(2, 3_999)).micros()).isEqualTo(2_000_003);
  }

  @Test
  void instantBeforeTheEpoch_isRefused() {
    assertThatThrownBy(() -> FakeClock.atMicros(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("micros must be at least 0, was -1");
  }

  @Test
  void advance_movesByWholeMicroseconds() {
    clock.advance(Duration.ofNanos(2_999));
    clock.advanceMicros(5);
    clock.advanceToMicros(20);
    clock.advanceTo(Instant.EPOCH.plusNanos(25_999));

    assertThat(clock.micros()).isEqualTo(25);
  }

  @Test
  void everyWayBack_isRefusedAndNamesBothInstants() {
    clock.advanceToMicros(10);

    assertThatThrownBy(() -> clock.advanceToMicros(9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("target must be at least the present instant 10, was 9");
    assertThatThrownBy(() -> clock.advanceTo(Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("target must be at least the present instant 10, was 0");
    assertThatThrownBy(() -> clock.advanceMicros(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("span must be at least 0 microseconds, was -1");
    assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("span must be at least PT0S, was PT-0.000000001S");
    assertThat(clock.micros()).isEqualTo(10);
  }

  @Test
  void tasks_runByDueTimeThenInOrderOfScheduling() {
    schedule("late", 30);
    schedule("first", 20);
    schedule("second", 20);
    schedule("soon", 10);

    clock.advanceMicros(30);

    assertThat(ran).containsExactly("soon@10", "first@20", "second@20", "late@30");
  }

  @Test
  void taskDueLater_waits() {
    schedule("task", 10);

    clock.advanceMicros(9);
    assertThat(ran).isEmpty();
    assertThat(clock.pendingTasks()).isEqualTo(1);

    clock.advanceMicros(1);
    assertThat(ran).containsExactly("task@10");
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void delayWithAFractionOfAMicrosecond_isNeverEarly() {
    clock.schedule(Duration.ofNanos(1_001), () -> ran.add("task"));

    clock.advanceMicros(1);
    assertThat(ran).isEmpty();

    clock.advanceMicros(1);
    assertThat(ran).containsExactly("task");
  }

  @Test
  void negativeDelay_countsAsZeroAndRunsAtTheNextAdvance() {
    clock.schedule(Duration.ofSeconds(-1), () -> ran.add("task"));
    assertThat(ran).isEmpty();

    clock.advanceMicros(0);

    assertThat(ran).containsExactly("task");
  }

  @Test
  void endlessDelay_isAcceptedAndNeverRuns() {
    clock.schedule(ChronoUnit.FOREVER.getDuration(), () -> ran.add("task"));

    clock.advance(Duration.ofDays(36_500));

    assertThat(ran).isEmpty();
    assertThat(clock.pendingTasks()).isEqualTo(1);
  }

  @Test
  void taskScheduledByATask_runsInTheSameAdvanceIfDue() {
    clock.schedule(
        Duration.ofNanos(10_000),
        () -> {
          schedule("within", 5);
          schedule("beyond", 50);
        });
    schedule("between", 12);

    clock.advanceMicros(20);

    assertThat(ran).containsExactly("between@12", "within@15");
    assertThat(clock.micros()).isEqualTo(20);
    assertThat(clock.pendingTasks()).isEqualTo(1);
  }

  @Test
  void taskThatAdvancesTheClock_movesItOnForGood() {
    clock.schedule(Duration.ofNanos(10_000), () -> clock.advanceMicros(100));
    schedule("between", 50);

    clock.advanceMicros(20);

    assertThat(ran).containsExactly("between@50");
    assertThat(clock.micros()).isEqualTo(110);
  }

  @Test
  void cancelledTask_neverRuns() {
    Cancellable task = schedule("task", 10);

    assertThat(task.cancel()).isTrue();
    assertThat(task.cancel()).isFalse();
    clock.advanceMicros(10);

    assertThat(ran).isEmpty();
  }

  @Test
  void taskThatRan_cannotBeCancelled() {
    Cancellable task = schedule("task", 10);
    clock.advanceMicros(10);

    assertThat(task.cancel()).isFalse();
  }

  @Test
  void failingTask_surfacesAfterTheOthersHaveRun() {
    IllegalStateException first = new IllegalStateException("first");
    clock.schedule(
        Duration.ZERO,
        () -> {
          throw first;
        });
    clock.schedule(
        Duration.ZERO,
        () -> {
          throw new AssertionError("second");
        });
    schedule("task", 10);

    assertThatThrownBy(() -> clock.advanceMicros(20))
        .isSameAs(first)
        .hasSuppressedException(new AssertionError("second"));
    assertThat(ran).containsExactly("task@10");
    assertThat(clock.micros()).isEqualTo(20);
  }

  @Test
  void awaitTasks_returnsOnceThatManyArePending() throws Exception {
    CompletableFuture<Integer> seen = new CompletableFuture<>();
    Thread waiter =
        new Thread(
            () -> {
              try {
                clock.awaitTasks(2);
                seen.complete(clock.pendingTasks());
              } catch (InterruptedException e) {
                seen.completeExceptionally(e);
              }
            });

    waiter.start();
    schedule("one", 1);
    schedule("two", 2);

    assertThat(seen.get()).isEqualTo(2);
    waiter.join();
  }

  @Test
  void awaitTasks_endsByAnInterrupt() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> clock.awaitTasks(1)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void tasks_runOnTheAdvancingThreadAndHoldNoLock() throws Exception {
    List<Thread> threads = new ArrayList<>();
    clock.schedule(
        Duration.ZERO,
        () -> {
          threads.add(Thread.currentThread());
          // Another thread can use the clock meanwhile.
          assertThat(CompletableFuture.supplyAsync(clock::pendingTasks).join()).isZero();
        });

    clock.advanceMicros(1);

    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void manyThreadsThatAdvance_moveTheClockOnlyForward() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<String> faults = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 8; i++) {
      threads.add(new Thread(() -> advanceOften(faults)));
    }

    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(faults).isEmpty();
    assertThat(clock.micros()).isBetween(1_000L, 8_000L);
  }

  private void advanceOften(List<String> faults) {
    for (int i = 0; i < 1_000; i++) {
      long before = clock.micros();
      clock.advanceMicros(1);
      if (clock.micros() <= before) {
        faults.add(before + " was followed by " + clock.micros());
      }
    }
  }
}
