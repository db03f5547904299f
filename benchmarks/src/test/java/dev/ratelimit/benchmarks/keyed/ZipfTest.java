package dev.ratelimit.benchmarks.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ZipfTest {

  @Test
  void ranks_comeUpInProportionToTheirWeights() {
    SplittableRandom random = new SplittableRandom(1);
    Zipf zipf = new Zipf(3, 1); // weights 6 : 3 : 2

    int[] drawn = new int[3];
    for (int i = 0; i < 110_000; i++) {
      drawn[zipf.draw(random)]++;
    }

    assertThat(drawn[0]).isCloseTo(60_000, within(1_000));
    assertThat(drawn[1]).isCloseTo(30_000, within(1_000));
    assertThat(drawn[2]).isCloseTo(20_000, within(1_000));
  }
}
