package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemTimeTest {

  private final TimeSource time = TimeSource.system();

  @Test
  void micros_neverGoBack() {
    long last = time.micros();
    for (int i = 0; i < 1_000_000; i++) {
      long now = time.micros();
      assertThat(now >= last).isTrue();
      last = now;
    }
  }

  @Test
  void micros_countFromTheEpochAsTheWallClockDoes() {
    Instant now = Instant.EPOCH.plus(time.micros(), ChronoUnit.MICROS);

    assertThat(now).isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
  }

  @Test
  void system_isShared() {
    assertThat(TimeSource.system()).isSameAs(time);
    assertThat(TimeSource.coarse()).isSameAs(TimeSource.coarse());
  }

  @Test
  void scheduledTask_isNeverEarly() {
    for (int delay = 1; delay <= 5_000; delay *= 7) {
      CompletableFuture<Long> ran = new CompletableFuture<>();
      long start = time.micros();

      time.schedule(Duration.of(delay, ChronoUnit.MICROS), () -> ran.complete(time.micros()));

      assertThat(ran.join()).isGreaterThanOrEqualTo(start + delay);
    }
  }

  @Test
  void negativeDelay_countsAsZero() {
    CompletableFuture<String> ran = new CompletableFuture<>();

    time.schedule(Duration.ofDays(-1), () -> ran.complete("ran"));

    assertThat(ran.join()).isEqualTo("ran");
  }

  @Test
  void endlessDelay_isAcceptedAndCanBeCancelled() {
    Cancellable task = time.schedule(ChronoUnit.FOREVER.getDuration(), () -> {});

    assertThat(task.cancel()).isTrue();
  }

  @Test
  void cancel_succeedsOnce() {
    Cancellable task = time.schedule(Duration.ofHours(1), () -> {});

    assertThat(task.cancel()).isTrue();
    assertThat(task.cancel()).isFalse();
  }

  @Test
  void cancelledTask_isPassedOver() throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(1);
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    CountDownLatch last = new CountDownLatch(1);
    time.schedule(Duration.ZERO, () -> awaitQuietly(blocked));
    Cancellable task = time.schedule(Duration.ofNanos(1), () -> cancelled.complete("ran"));
    time.schedule(Duration.ofMillis(1), last::countDown);

    boolean cancel = task.cancel();
    blocked.countDown();
    last.await();

    assertThat(cancel).isTrue();
    assertThat(cancelled).isNotDone();
  }

  @Test
  void startedTask_cannotBeCancelled() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Cancellable task =
        time.schedule(
            Duration.ZERO,
            () -> {
              started.countDown();
              awaitQuietly(release);
              done.countDown();
            });

    started.await();
    boolean cancelled = task.cancel();
    release.countDown();
    done.await();

    assertThat(cancelled).isFalse();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thread_isADaemon() {
    CompletableFuture<Thread> thread = new CompletableFuture<>();

    time.schedule(Duration.ZERO, () -> thread.complete(Thread.currentThread()));

    assertThat(thread.join().isDaemon()).isTrue();
    assertThat(thread.join().getName()).isEqualTo("ratelimit-time");
  }

  @Test
  void throwingTasks_doNotStopTheNext() {
    CompletableFuture<String> next = new CompletableFuture<>();

    time.schedule(
        Duration.ZERO,
        () -> {
          throw new Quiet();
        });
    time.schedule(
        Duration.ZERO,
        () -> {
          throw new QuietError();
        });
    time.schedule(Duration.ofMillis(1), () -> next.complete("ran"));

    assertThat(next.join()).isEqualTo("ran");
  }

  @Test
  void nullDelay_isRefused() {
    assertThatThrownBy(() -> time.schedule(null, () -> {}))
        .isInstanceOf(NullPointerException.class);
  }

  /** Without a stack trace: what a task throws is logged. */
  private static final class Quiet extends RuntimeException {
    private static final long serialVersionUID = 1;

    Quiet() {
      super("thrown on purpose", null, false, false);
    }
  }

  private static final class QuietError extends Error {
    private static final long serialVersionUID = 1;

    QuietError() {
      super("thrown on purpose", null, false, false);
    }
  }
}
