package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.HandTime.Scheduled;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoarseTimeTest {

  private final HandTime exact = new HandTime();
  private final CoarseTime coarse = new CoarseTime(exact);
  private final List<Long> ran = new ArrayList<>();

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  /** Sets the exact clock, and reads the coarse one until it has followed. */
  private void set(long micros) {
    exact.set(micros);
    while (coarse.micros() < micros) {
      Thread.onSpinWait();
    }
  }

  private Cancellable scheduleIn(long delayMicros) {
    return coarse.schedule(micros(delayMicros), () -> ran.add(coarse.micros()));
  }

  @Test
  void system_isNeverBehindCoarse() {
    TimeSource system = TimeSource.system();
    TimeSource shared = TimeSource.coarse();

    for (int i = 0; i < 100_000; i++) {
      long late = shared.micros();
      assertThat(late <= system.micros()).isTrue();
    }
  }

  @Test
  void readersOnManyThreads_neverSeeItGoBack() {
    List<CompletableFuture<Boolean>> readers = new ArrayList<>();

    for (int i = 0; i < 4; i++) {
      readers.add(CompletableFuture.supplyAsync(CoarseTimeTest::onlyAdvances));
    }

    assertThat(readers).allSatisfy(reader -> assertThat(reader.join()).isTrue());
  }

  private static boolean onlyAdvances() {
    TimeSource shared = TimeSource.coarse();
    long last = shared.micros();
    for (int i = 0; i < 1_000_000; i++) {
      long now = shared.micros();
      if (now < last) {
        return false;
      }
      last = now;
    }
    return true;
  }

  @Test
  void firstRead_isExact() {
    exact.set(42);

    assertThat(coarse.micros()).isEqualTo(42);
  }

  @Test
  void readClock_followsByItself() {
    set(100);
    set(2_000_000);

    assertThat(coarse.micros()).isEqualTo(2_000_000);
  }

  @Test
  void refreshingThread_isADaemon() {
    CompletableFuture<Thread> refresher = exact.nextRefresher();

    set(100);

    assertThat(refresher.join().isDaemon()).isTrue();
  }

  @Test
  void clockThatIsRead_keepsItsThread() {
    long idle = 1_000;

    while (exact.refreshes() < idle + 100) {
      assertThat(coarse.micros()).isZero();
    }

    assertThat(exact.refreshers()).hasSize(1);
  }

  @Test
  void unreadClock_endsItsThreadAndWakesAgain() throws InterruptedException {
    CompletableFuture<Thread> first = exact.nextRefresher();
    set(100);

    first.join().join();
    CompletableFuture<Thread> second = exact.nextRefresher();
    exact.set(200);
    long woken = coarse.micros();

    assertThat(woken).isEqualTo(200);
    assertThat(second.join()).isNotSameAs(first.join());
    set(300);
    assertThat(coarse.micros()).isEqualTo(300);
  }

  @Test
  void task_isScheduledExactly() {
    set(100);

    scheduleIn(5_000);

    assertThat(exact.next().delay).isEqualTo(micros(5_000));
    assertThat(ran).isEmpty();
  }

  @Test
  void task_runsWhenThisClockToo_hasAdvanced() {
    set(100);
    scheduleIn(5_000);

    exact.next().task.run();
    Scheduled again = exact.next();
    set(5_100);
    again.task.run();

    assertThat(again.delay).isEqualTo(Duration.ofMillis(1));
    assertThat(ran).containsExactly(5_100L);
    assertThat(exact.hasTask()).isFalse();
  }

  @Test
  void taskOneMicrosecondEarly_waitsOn() {
    set(100);
    scheduleIn(5_000);
    set(5_099);

    exact.next().task.run();

    assertThat(ran).isEmpty();
    assertThat(exact.hasTask()).isTrue();
  }

  @Test
  void fractionOfAMicrosecond_isRoundedUp() {
    set(100);

    coarse.schedule(Duration.ofNanos(1_001), () -> ran.add(coarse.micros()));
    Scheduled scheduled = exact.next();
    set(101);
    scheduled.task.run();

    assertThat(scheduled.delay).isEqualTo(micros(2));
    assertThat(ran).isEmpty();
  }

  @Test
  void delayOfNothingOrLess_isDueAtOnce() {
    set(100);

    scheduleIn(0);
    scheduleIn(-1);
    exact.next().task.run();
    exact.next().task.run();

    assertThat(ran).containsExactly(100L, 100L);
  }

  @Test
  void endlessDelay_isNeverDue() {
    set(100);

    coarse.schedule(ChronoUnit.FOREVER.getDuration(), () -> ran.add(0L));
    coarse.schedule(micros(Long.MAX_VALUE), () -> ran.add(0L));
    exact.next().task.run();
    exact.next().task.run();

    assertThat(ran).isEmpty();
  }

  @Test
  void cancelledTask_neverRuns() {
    set(100);
    Cancellable task = scheduleIn(5_000);
    Scheduled scheduled = exact.next();

    boolean first = task.cancel();
    boolean second = task.cancel();
    set(5_100);
    scheduled.task.run();

    assertThat(first).isTrue();
    assertThat(second).isFalse();
    assertThat(scheduled.cancelled).isTrue();
    assertThat(ran).isEmpty();
  }

  @Test
  void taskCancelledWhileItWaitsOn_isCalledOff() {
    set(100);
    Cancellable task = scheduleIn(5_000);
    exact.next().task.run();
    Scheduled again = exact.next();

    boolean cancelled = task.cancel();
    again.task.run();

    assertThat(cancelled).isTrue();
    assertThat(again.cancelled).isTrue();
    assertThat(exact.hasTask()).isFalse();
  }

  @Test
  void taskThatHasRun_cannotBeCancelled() {
    set(100);
    Cancellable task = scheduleIn(0);
    exact.next().task.run();

    assertThat(task.cancel()).isFalse();
  }

  @Test
  void taskOfTheSharedClock_isNotEarly() throws InterruptedException {
    TimeSource shared = TimeSource.coarse();
    CountDownLatch done = new CountDownLatch(1);
    long start = shared.micros();

    shared.schedule(
        Duration.ofMillis(5),
        () -> {
          ran.add(shared.micros());
          done.countDown();
        });
    done.await();

    assertThat(ran.get(0)).isGreaterThanOrEqualTo(start + 5_000);
  }

  @Test
  void nullDelay_isRefused() {
    assertThatThrownBy(() -> coarse.schedule(null, () -> {}))
        .isInstanceOf(NullPointerException.class);
  }
}
