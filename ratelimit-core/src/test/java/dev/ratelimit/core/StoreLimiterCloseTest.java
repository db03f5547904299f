package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Cancellable;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A limiter that is closed while callers wait for permits, one of which comes back each second. */
@Timeout(60)
class StoreLimiterCloseTest {

  private static final long SECOND = 1_000_000;
  private static final Duration LONG = Duration.ofMinutes(1);

  private static final Executor REJECTS =
      task -> {
        throw new RejectedExecutionException();
      };

  private final HandClock clock = new HandClock();
  private final MemoryStore store = new MemoryStore();
  private final Queue<Runnable> completions = new ArrayDeque<>();
  private final StoreLimiter limiter =
      new StoreLimiter(store, Rules.all(Limit.perSecond(1)), clock, completions::add);

  private void complete() {
    while (!completions.isEmpty()) {
      completions.remove().run();
    }
  }

  @Test
  void close_endsEveryWaitAndGivesBackBeforeTheStoreCloses() throws InterruptedException {
    limiter.check("key");
    Caller caller = Caller.waitingFor(limiter, clock);
    CompletableFuture<Decision> async = limiter.acquireAsync("key", 1, LONG);
    store.forgetCalls();

    limiter.close();
    complete();
    caller.end();

    assertThat(caller.failure())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the limiter was closed while waiting");
    assertThatThrownBy(async::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("the limiter was closed while waiting");
    assertThat(store.calls()).containsExactly("refund key 1 @0", "refund key 1 @0", "close");
    assertThat(clock.pending()).isZero();
  }

  @Test
  void close_endsEveryWait_evenIfPermitsCannotGoBack() throws InterruptedException {
    limiter.check("key");
    Caller caller = Caller.waitingFor(limiter, clock);
    CompletableFuture<Decision> async = limiter.acquireAsync("key", 1, LONG);
    store.refuseRefunds();

    limiter.close();
    complete();
    caller.end();

    assertThat(caller.failure()).isInstanceOf(IllegalStateException.class);
    assertThat(async).isCompletedExceptionally();
    assertThat(store.calls()).endsWith("close");
  }

  @Test
  void limiterClosedJustAfterTheReservation_refusesTheWait() {
    limiter.check("key");
    store.afterReserve(limiter::close);

    assertThatThrownBy(() -> limiter.acquire("key", 1, LONG))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the limiter was closed while waiting");
    assertThat(store.calls()).endsWith("refund key 1 @0");
    assertThat(clock.pending()).isZero();
  }

  @Test
  void limiterClosedWhileTheWaitIsScheduled_leavesNoTask() {
    limiter.check("key");
    clock.whileScheduling(limiter::close);

    assertThatThrownBy(() -> limiter.acquire("key", 1, LONG))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the limiter was closed while waiting");
    assertThat(clock.pending()).isZero();
    assertThat(store.calls()).containsOnlyOnce("refund key 1 @0");
  }

  @Test
  void closingTwice_givesBackOnce() {
    limiter.check("key");
    CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 1, LONG);
    store.forgetCalls();

    limiter.close();
    limiter.close();
    complete();

    assertThat(waiting).isCompletedExceptionally();
    assertThat(store.calls()).containsOnlyOnce("refund key 1 @0");
  }

  @Test
  void waitThatHasEnded_isNotRefusedByAClose() {
    limiter.check("key");
    CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 1, LONG);
    clock.advance(SECOND);
    store.forgetCalls();

    limiter.close();
    complete();

    assertThat(waiting.join().allowed()).isTrue();
    assertThat(store.calls()).containsExactly("close");
  }

  @Test
  void executorThatWasShutDown_keepsNobodyWaitingAtClose() {
    StoreLimiter rejected = new StoreLimiter(store, Rules.all(Limit.perSecond(1)), clock, REJECTS);
    rejected.check("key");
    CompletableFuture<Decision> first = rejected.acquireAsync("key", 1, LONG);
    CompletableFuture<Decision> second = rejected.acquireAsync("key", 1, LONG);

    rejected.close();

    assertThat(first).isCompletedExceptionally();
    assertThat(second).isCompletedExceptionally();
    assertThat(clock.pending()).isZero();
    assertThat(store.calls()).endsWith("close");
  }

  @Test
  void clockThatSchedulesNothing_costsNoPermits() {
    TimeSource broken =
        new TimeSource() {
          @Override
          public long micros() {
            return 0;
          }

          @Override
          public Cancellable schedule(Duration delay, Runnable task) {
            throw new IllegalStateException("no tasks");
          }
        };
    StoreLimiter stuck =
        new StoreLimiter(store, Rules.all(Limit.perSecond(1)), broken, Runnable::run);
    stuck.check("key");

    assertThatThrownBy(() -> stuck.acquire("key", 1, LONG)).hasMessage("no tasks");

    assertThat(stuck.peek("key", 1).retryAfter()).isEqualTo(Duration.ofSeconds(1));
  }
}
