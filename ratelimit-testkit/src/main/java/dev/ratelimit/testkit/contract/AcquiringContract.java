package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Callers that wait for their permits. */
abstract class AcquiringContract {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LimiterContract subject;
  private final FakeClock clock;

  AcquiringContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private PermitLimiter drained() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("key");
    return limiter;
  }

  @Test
  void permitsThatAreThere_areAcquiredAtOnce() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(10));

    assertThat(limiter.acquire("key", 4, Duration.ZERO)).isAllowed().hasRemaining(6);
    assertThat(limiter.acquireAsync("key", 6, Duration.ZERO).get()).isAllowed().hasRemaining(0);
  }

  @Test
  void hopelessCalls_failAtOnce() throws Exception {
    PermitLimiter limiter = drained();

    assertThat(limiter.acquire("key", 1, Duration.ZERO)).isDenied().hasRetryAfter(SECOND);
    assertThat(limiter.acquire("key", 1, SECOND.minusNanos(1_000))).isDenied();
    assertThat(limiter.acquire("key", 2, MINUTE)).isNever();
    assertThat(limiter.acquireAsync("key", 1, Duration.ZERO).get()).isDenied();
    assertThat(limiter.acquireAsync("key", 2, MINUTE).get()).isNever();
    assertThat(limiter.peek("key", 1)).hasRetryAfter(SECOND);
  }

  @Test
  void costZero_isAcquiredAtOnce() throws Exception {
    PermitLimiter limiter = drained();

    assertThat(limiter.acquire("key", 0, Duration.ZERO)).isAllowed();
    assertThat(limiter.acquireAsync("key", 0, Duration.ZERO).get()).isAllowed();
  }

  @Test
  void waitingThread_goesOnWhenItsTimeHasCome() throws Exception {
    PermitLimiter limiter = drained();
    Worker<Decision> acquirer = Worker.start(() -> limiter.acquire("key", 1, SECOND));
    subject.awaitWaiting(1);

    clock.advanceMicros(999_999);
    assertThat(acquirer.isDone()).isFalse();

    clock.advanceMicros(1);
    assertThat(acquirer.result()).isAllowed();
    assertThat(limiter.peek("key", 1)).isDenied().hasRetryAfter(SECOND);
  }

  @Test
  void future_completesWhenItsTimeHasCome() throws Exception {
    PermitLimiter limiter = drained();
    CompletableFuture<Decision> future = limiter.acquireAsync("key", 1, SECOND);
    subject.awaitWaiting(1);

    clock.advanceMicros(999_999);
    assertThat(future.isDone()).isFalse();

    clock.advanceMicros(1);
    assertThat(future.get()).isAllowed();
  }

  @Test
  void hundredCallersAndTimeForFour_fourSucceedAndTheOthersAreToldAtOnce() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    BlockingQueue<Decision> answers = new LinkedBlockingQueue<>();
    List<CompletableFuture<?>> futures = new ArrayList<>();

    for (int i = 0; i < 100; i++) {
      futures.add(
          limiter.acquireAsync("key", 1, Duration.ofMillis(3_500)).thenAccept(answers::add));
    }
    subject.awaitWaiting(3);

    assertThat(allowedOf(take(97, answers))).isEqualTo(1);
    for (int second = 1; second <= 3; second++) {
      clock.advance(SECOND);
      assertThat(answers.take()).isAllowed();
    }
    assertThat(answers).isEmpty();
    for (CompletableFuture<?> future : futures) {
      future.get();
    }
  }

  @Test
  void hundredThreadsAndTimeForFour_fourSucceedAndTheOthersAreToldAtOnce() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    BlockingQueue<Decision> answers = new LinkedBlockingQueue<>();

    for (int i = 0; i < 100; i++) {
      Worker.start(() -> answers.add(limiter.acquire("key", 1, Duration.ofMillis(3_500))));
    }
    subject.awaitWaiting(3);

    assertThat(allowedOf(take(97, answers))).isEqualTo(1);
    for (int second = 1; second <= 3; second++) {
      clock.advance(SECOND);
      assertThat(answers.take()).isAllowed();
    }
  }

  private static List<Decision> take(int count, BlockingQueue<Decision> answers)
      throws InterruptedException {
    List<Decision> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(answers.take());
    }
    return taken;
  }

  private static long allowedOf(List<Decision> answers) {
    return answers.stream().filter(Decision::allowed).count();
  }

  @Test
  void waitingThreads_goOnInTheOrderOfTheirReservations() throws Exception {
    PermitLimiter limiter = drained();
    List<Worker<Decision>> acquirers = new ArrayList<>();
    for (int waiting = 1; waiting <= 3; waiting++) {
      acquirers.add(Worker.start(() -> limiter.acquire("key", 1, MINUTE)));
      subject.awaitWaiting(waiting);
    }

    for (int turn = 0; turn < 3; turn++) {
      clock.advance(SECOND);
      assertThat(acquirers.get(turn).result()).isAllowed();
      assertThat(acquirers.subList(turn + 1, 3)).noneMatch(Worker::isDone);
    }
  }

  @Test
  void callersOfDifferentKeys_waitBesideEachOther() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("a");
    limiter.check("b");
    Worker<Decision> first = Worker.start(() -> limiter.acquire("a", 1, MINUTE));
    Worker<Decision> second = Worker.start(() -> limiter.acquire("b", 1, MINUTE));
    subject.awaitWaiting(2);

    clock.advance(SECOND);

    assertThat(first.result()).isAllowed();
    assertThat(second.result()).isAllowed();
  }

  @Test
  void interruptedWhileWaiting_reportsItAndGivesThePermitBack() throws Exception {
    PermitLimiter limiter = drained();
    Worker<Decision> acquirer = Worker.start(() -> limiter.acquire("key", 1, MINUTE));
    subject.awaitWaiting(1);
    assertThat(limiter.peek("key", 1)).hasRetryAfter(SECOND.multipliedBy(2));

    acquirer.interrupt();

    assertThatThrownBy(acquirer::result).hasCauseInstanceOf(InterruptedException.class);
    assertThat(limiter.peek("key", 1)).hasRetryAfter(SECOND);
  }

  @Test
  void interruptedBefore_reportsItAndChargesNothing() {
    PermitLimiter limiter = subject.open(Limit.perSecond(10));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> limiter.acquire("key", 1, MINUTE))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(limiter.peek("key", 0)).hasRemaining(10);
  }

  @Test
  void cancelledFuture_undoesNothing() throws Exception {
    PermitLimiter limiter = drained();
    CompletableFuture<Decision> future = limiter.acquireAsync("key", 1, MINUTE);
    subject.awaitWaiting(1);

    future.cancel(true);

    assertThat(limiter.peek("key", 1)).hasRetryAfter(SECOND.multipliedBy(2));
  }

  @Test
  void waitBeyondOneHour_isRefused() {
    PermitLimiter limiter = drained();
    Duration tooLong = Duration.ofHours(1).plusNanos(1_000);

    assertThatThrownBy(() -> limiter.acquire("key", 1, tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxWait");
    assertThatThrownBy(() -> limiter.acquireAsync("key", 1, tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxWait");
    assertThat(limiter.peek("key", 1)).hasRetryAfter(SECOND);
  }
}
