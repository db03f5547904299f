package dev.ratelimit.core.denied;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Many threads that count at once, with fewer tallies than keys. */
class SpaceSavingThreadsTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 20_000;

  private static void inAllThreads(IntConsumer work) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                awaitUninterruptibly(start);
                work.accept(number);
              });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void noCount_isLostWhileKeysComeAndGo() throws InterruptedException {
    SpaceSaving sketch = new SpaceSaving(4);

    inAllThreads(
        number -> {
          for (int i = 0; i < ROUNDS; i++) {
            sketch.add("often");
            sketch.add("key-" + i % 7);
          }
        });

    Estimate often = sketch.of("often");
    long times = (long) THREADS * ROUNDS;
    assertThat(times).isBetween(often.most() - often.error(), often.most());
    for (int i = 0; i < 7; i++) {
      Estimate estimate = sketch.of("key-" + i);
      long exact = THREADS * (long) ((ROUNDS - i + 6) / 7);
      assertThat(exact).isBetween(estimate.most() - estimate.error(), estimate.most());
    }
  }

  /** Each takes the only tally from the others all the time, often between a look and a count. */
  @Test
  void countThatComesTooLateForATally_isMadeInAnother() throws InterruptedException {
    SpaceSaving sketch = new SpaceSaving(1);

    inAllThreads(
        number -> {
          for (int i = 0; i < 10 * ROUNDS; i++) {
            sketch.add("key-" + number);
          }
        });

    long total = sketch.keys().stream().mapToLong(key -> sketch.of(key).most()).sum();
    assertThat(total).isGreaterThanOrEqualTo(10L * THREADS * ROUNDS);
  }

  @Test
  void keysThatAllHaveATally_areCountedExactly() throws InterruptedException {
    SpaceSaving sketch = new SpaceSaving(3);

    inAllThreads(
        number -> {
          for (int i = 0; i < ROUNDS; i++) {
            sketch.add("key-" + i % 3);
          }
        });

    long exact = (long) THREADS * ROUNDS;
    long total = sketch.keys().stream().mapToLong(key -> sketch.of(key).most()).sum();
    assertThat(total).isEqualTo(exact);
    assertThat(sketch.of("key-0").error()).isZero();
  }
}
