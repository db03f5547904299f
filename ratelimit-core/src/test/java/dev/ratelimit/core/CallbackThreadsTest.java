package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60) // only so that a callback that is held up fails
class CallbackThreadsTest {

  private static final int MANY = 200;

  private final Executor threads = CallbackThreads.shared();

  @Test
  void blockedCallbacks_holdUpNobody() throws InterruptedException {
    CountDownLatch blocked = new CountDownLatch(MANY);
    CountDownLatch release = new CountDownLatch(1);
    List<CompletableFuture<Void>> callbacks = new ArrayList<>();
    try {
      for (int i = 0; i < MANY; i++) {
        callbacks.add(
            CompletableFuture.runAsync(
                () -> {
                  blocked.countDown();
                  await(release);
                },
                threads));
      }
      blocked.await();

      assertThat(CompletableFuture.supplyAsync(() -> "done", threads).join()).isEqualTo("done");
      assertThat(callbacks).noneMatch(CompletableFuture::isDone);
    } finally {
      release.countDown();
    }
    callbacks.forEach(CompletableFuture::join);
  }

  @Test
  void callbackThatWaitsForAnother_isServed() {
    CompletableFuture<String> outer =
        CompletableFuture.supplyAsync(
            () -> CompletableFuture.supplyAsync(() -> "inner", threads).join(), threads);

    assertThat(outer.join()).isEqualTo("inner");
  }

  @Test
  void threads_areDaemonsWithNamesThatSayWhoseTheyAre() {
    Thread thread = CompletableFuture.supplyAsync(Thread::currentThread, threads).join();

    assertThat(thread).isNotSameAs(Thread.currentThread());
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).matches("ratelimit-callback-[0-9]+");
  }

  @Test
  void threadsThatAreBusyAtOnce_haveDifferentNames() {
    Set<String> names = ConcurrentHashMap.newKeySet();
    CountDownLatch together = new CountDownLatch(10);
    List<CompletableFuture<Void>> callbacks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      callbacks.add(
          CompletableFuture.runAsync(
              () -> {
                names.add(Thread.currentThread().getName());
                together.countDown();
                await(together);
              },
              threads));
    }
    callbacks.forEach(CompletableFuture::join);

    assertThat(names).hasSize(10);
  }

  @Test
  void allLimiters_shareThem() {
    assertThat(CallbackThreads.shared()).isSameAs(threads);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
