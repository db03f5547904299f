package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Many callers of one key at the same time. */
abstract class ThreadsContract {

  private static final int THREADS = 64;

  private final LimiterContract subject;
  private final FakeClock clock;

  ThreadsContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private static long spendUntilDenied(PermitLimiter limiter) {
    long spent = 0;
    while (limiter.check("key").allowed()) {
      spent++;
    }
    return spent;
  }

  private static long sum(List<Worker<Long>> workers)
      throws InterruptedException, ExecutionException {
    return Worker.results(workers).stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void manyThreads_areAdmittedExactlyTheLimit() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(1_000));

    List<Worker<Long>> workers = Worker.startTogether(THREADS, () -> spendUntilDenied(limiter));

    assertThat(sum(workers)).isEqualTo(1_000);
    assertThat(limiter.peek("key", 0)).hasRemaining(0);
  }

  @Test
  void manyThreadsWhileTheLimitChanges_areAdmittedExactlyTheLimit() throws Exception {
    // Two rates with one burst: conversion keeps the fill level, which is whole permits throughout.
    Rule slow = Rule.of(Limit.perSecond(10).withBurst(1_000));
    Rule fast = Rule.of(Limit.perSecond(20).withBurst(1_000));
    AtomicLong calls = new AtomicLong();
    PermitLimiter limiter = subject.open(key -> calls.incrementAndGet() % 3 == 0 ? fast : slow);

    List<Worker<Long>> workers = Worker.startTogether(THREADS, () -> spendUntilDenied(limiter));

    assertThat(sum(workers)).isEqualTo(1_000);
  }

  @Test
  void manyThreadsWhileTimePasses_gainNothingByOlderInstants() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(100).withBurst(1_000));
    limiter.check("key", 1_000);
    long start = clock.micros();

    List<Worker<Long>> workers =
        Worker.startTogether(
            THREADS,
            () -> {
              long spent = 0;
              for (int i = 0; i < 100; i++) {
                clock.advanceMicros(1_000);
                spent += limiter.check("key").allowed() ? 1 : 0;
              }
              return spent;
            });
    long spent = sum(workers);

    // At most 6.4 s, so the bucket was never full: what came back is spent or still there.
    long cameBack = (clock.micros() - start) / 10_000;
    assertThat(limiter.peek("key", 0)).hasRemaining(cameBack - spent);
  }

  @Test
  void manyThreadsThatRefundWhatTheySpend_leaveTheKeyFull() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(1_000));

    List<Worker<Long>> workers =
        Worker.startTogether(
            THREADS,
            () -> {
              for (int i = 0; i < 100; i++) {
                limiter.check("key", 5);
                limiter.refund("key", 5);
              }
              return 0L;
            });
    sum(workers);

    assertThat(limiter.peek("key", 1_000)).isAllowed().hasRemaining(1_000);
  }

  @Test
  void manyThreadsThatReserve_haveTurnsOfTheirOwn() throws Exception {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));

    List<Worker<Long>> workers =
        Worker.startTogether(
            THREADS,
            () -> limiter.reserve("key", 1, PermitLimiter.LONGEST_WAIT).waitTime().toSeconds());

    assertThat(Worker.results(workers))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, THREADS).boxed().toList());
  }
}
