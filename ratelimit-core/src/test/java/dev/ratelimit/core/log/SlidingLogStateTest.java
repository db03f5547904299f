package dev.ratelimit.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SlidingLogStateTest {

  private static final long WINDOW = 100;

  @Test
  void statesThatFollowTheSame_doNotSeeEachOther() {
    SlidingLogState before = SlidingLogState.of(WINDOW, 1, 2).with(0, 1, 3);

    SlidingLogState one = before.with(0, 1, 5);
    SlidingLogState other = before.with(1, 2, 7);

    assertThat(before.instants()).containsExactly(1, 2, 3);
    assertThat(one.instants()).containsExactly(1, 2, 3, 5);
    assertThat(other.instants()).containsExactly(2, 3, 7, 7);
    assertThat(one.with(0, 1, 9).instants()).containsExactly(1, 2, 3, 5, 9);
    assertThat(other.with(0, 1, 9).instants()).containsExactly(2, 3, 7, 7, 9);
  }

  @Test
  void roomOfABurst_isLetGoOfWhenFewPermitsCount() {
    SlidingLogState state = SlidingLogState.of(WINDOW, new long[10_000]).with(0, 1, 1);

    SlidingLogState later = state.with(10_000, 1, WINDOW).with(1, 1, 2 * WINDOW);

    assertThat(later.instants()).containsExactly(WINDOW, 2 * WINDOW);
    assertThat(later.room()).isLessThanOrEqualTo(32);
  }

  @Test
  void equalInstants_areEqualWhereverTheyStand() {
    SlidingLogState grown = SlidingLogState.of(WINDOW, 1, 2).with(1, 1, 3);

    assertThat(grown).isEqualTo(SlidingLogState.of(WINDOW, 2, 3));
    assertThat(grown).hasSameHashCodeAs(SlidingLogState.of(WINDOW, 2, 3));
  }

  @Test
  void anyTreeOfStates_readsAsListsDo() {
    Random random = new Random(1);
    for (int tree = 0; tree < 2_000; tree++) {
      SlidingLogState[] states = new SlidingLogState[12];
      long[][] expected = new long[12][];
      states[0] = SlidingLogState.of(WINDOW, 0);
      expected[0] = new long[] {0};
      for (int i = 1; i < states.length; i++) {
        int parent = random.nextInt(i);
        int first = random.nextInt(expected[parent].length);
        int added = 1 + random.nextInt(4);
        long micros = i;
        states[i] = states[parent].with(first, added, micros);
        expected[i] =
            LongStream.concat(
                    LongStream.of(expected[parent]).skip(first),
                    LongStream.generate(() -> micros).limit(added))
                .toArray();
      }
      for (int i = 0; i < states.length; i++) {
        assertThat(states[i].instants()).isEqualTo(expected[i]);
      }
    }
  }
}
