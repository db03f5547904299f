package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompleterTest {

  private final List<Thread> ran = new ArrayList<>();

  private void completion() {
    ran.add(Thread.currentThread());
  }

  @Test
  void executor_runsTheCompletionAndNobodyElseDoes() {
    Queue<Runnable> queue = new ArrayDeque<>();

    new Completer(queue::add).run(this::completion);

    assertThat(ran).isEmpty();
    assertThat(queue).hasSize(1);
    queue.remove().run();
    assertThat(ran).hasSize(1);
  }

  static List<Throwable> failures() {
    return List.of(
        new RejectedExecutionException("full"),
        new IllegalStateException("an executor's trouble, as a test wants it"),
        new OutOfMemoryError("unable to create native thread, says a test"),
        new AssertionError("an executor's error, as a test wants it"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void executorThatFails_leavesTheCompletionToTheCaller(Throwable failure) {
    new Completer(work -> fail(failure)).run(this::completion);

    assertThat(ran).containsExactly(Thread.currentThread());
  }

  @ParameterizedTest
  @MethodSource("failures")
  void executorThatFailsAfterItHasRun_completesAFutureAllTheSame(Throwable failure) {
    CompletableFuture<String> future = new CompletableFuture<>();
    Completer completer =
        new Completer(
            work -> {
              work.run();
              fail(failure);
            });

    completer.run(() -> future.complete("done"));
    completer.run(this::completion);

    assertThat(future).isCompletedWithValue("done");
    assertThat(ran).hasSize(2);
  }

  @Test
  void executorThatWasShutDown_leavesTheCompletionToTheCaller() {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    executor.shutdown();

    new Completer(executor).run(this::completion);

    assertThat(ran).containsExactly(Thread.currentThread());
  }

  @Test
  void noExecutor_isRefused() {
    assertThatThrownBy(() -> new Completer(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("executor");
  }

  private static void fail(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }
}
