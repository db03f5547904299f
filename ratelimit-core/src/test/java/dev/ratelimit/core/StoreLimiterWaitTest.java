package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rules;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for permits, one of which comes back each second. */
@Timeout(60)
class StoreLimiterWaitTest {

  private static final long SECOND = 1_000_000;
  private static final Duration LONG = Duration.ofMinutes(1);

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
  void permitThatIsThere_isNotWaitedFor() throws InterruptedException {
    Decision decision = limiter.acquire("key", 1, Duration.ZERO);
    CompletableFuture<Decision> other = limiter.acquireAsync("other", 1, Duration.ZERO);

    assertThat(decision.allowed()).isTrue();
    assertThat(other.join().allowed()).isTrue();
    assertThat(clock.pending()).isZero();
    assertThat(completions).isEmpty();
  }

  @Test
  void caller_waitsUntilItsPermitIsThere() throws InterruptedException {
    limiter.check("key");
    Caller caller = Caller.waitingFor(limiter, clock);

    clock.advance(SECOND - 1);
    boolean early = caller.outcome.isDone();
    clock.advance(1);
    caller.end();

    assertThat(early).isFalse();
    assertThat(caller.outcome.join().allowed()).isTrue();
    assertThat(clock.pending()).isZero();
  }

  @Test
  void callers_areServedInTheOrderOfTheirReservations() throws InterruptedException {
    limiter.check("key");
    Caller first = Caller.waitingFor(limiter, clock);
    Caller second = Caller.waitingFor(limiter, clock);

    clock.advance(SECOND);
    first.end();
    boolean early = second.outcome.isDone();
    clock.advance(SECOND);
    second.end();

    assertThat(early).isFalse();
    assertThat(first.outcome.join().allowed()).isTrue();
    assertThat(second.outcome.join().allowed()).isTrue();
  }

  @Test
  void hundredCallers_areServedOrToldAtOnce() { // case 40
    List<CompletableFuture<Decision>> callers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      callers.add(limiter.acquireAsync("key", 1, Duration.ofMillis(3_500)));
    }

    assertThat(callers.subList(0, 1)).allMatch(caller -> caller.join().allowed());
    assertThat(callers.subList(1, 4)).noneMatch(CompletableFuture::isDone);
    assertThat(callers.subList(4, 100))
        .allMatch(caller -> caller.join().outcome() == Outcome.DENIED);
    for (int second = 1; second <= 3; second++) {
      clock.advance(SECOND);
      complete();
      assertThat(callers.get(second).join().allowed()).isTrue();
      assertThat(callers.subList(second + 1, 4)).noneMatch(CompletableFuture::isDone);
    }
  }

  @Test
  void costAboveTheBurst_failsAtOnce() throws InterruptedException { // case 41
    assertThat(limiter.acquire("key", 2, LONG).outcome()).isEqualTo(Outcome.NEVER);
    assertThat(limiter.acquireAsync("key", 2, LONG).join().outcome()).isEqualTo(Outcome.NEVER);
  }

  @Test
  void callerThatWillNotWait_isToldAtOnce() throws InterruptedException { // case 41
    limiter.check("key");

    Decision decision = limiter.acquire("key", 1, Duration.ZERO);

    assertThat(decision.outcome()).isEqualTo(Outcome.DENIED);
    assertThat(decision.retryAfter()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void interruptedWaiter_givesItsPermitBack() throws InterruptedException { // case 42
    limiter.check("key");
    Caller caller = Caller.waitingFor(limiter, clock);

    caller.interrupt();
    caller.end();

    assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
    assertThat(clock.pending()).isZero();
    assertThat(store.calls()).endsWith("refund key 1 @0");
    assertThat(limiter.peek("key", 1).retryAfter()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void interruptedCaller_takesNothing() { // case 42
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> limiter.acquire("key", 1, LONG))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void interruptionIsReported_evenIfThePermitCannotGoBack() throws InterruptedException {
    limiter.check("key");
    Caller caller = Caller.waitingFor(limiter, clock);
    store.refuseRefunds();

    caller.interrupt();
    caller.end();

    assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void asyncWaiter_isCompletedByTheExecutor() {
    limiter.check("key");
    CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 1, LONG);

    clock.advance(SECOND);
    boolean early = waiting.isDone();
    complete();

    assertThat(early).isFalse();
    assertThat(waiting.join().allowed()).isTrue();
  }

  @Test
  void cancelledFuture_undoesNothing() {
    limiter.check("key");
    CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 1, LONG);

    waiting.cancel(true);
    clock.advance(SECOND);
    complete();

    assertThat(limiter.peek("key", 1).retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(store.calls()).noneMatch(call -> call.startsWith("refund"));
  }
}
