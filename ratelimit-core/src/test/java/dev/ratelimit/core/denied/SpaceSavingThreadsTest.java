package dev.ratelimit.core.denied;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.core.Together;
import org.junit.jupiter.api.Test;

/** Many threads that count at once, with fewer tallies than keys. */
class SpaceSavingThreadsTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 20_000;

  @Test
  void noCount_isLostWhileKeysComeAndGo() throws InterruptedException {
    SpaceSaving sketch = new SpaceSaving(4);

    Together.run(
        THREADS,
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

    Together.run(
        THREADS,
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

    Together.run(
        THREADS,
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
