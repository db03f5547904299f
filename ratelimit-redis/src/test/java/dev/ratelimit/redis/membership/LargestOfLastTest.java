package dev.ratelimit.redis.membership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LargestOfLastTest {

  private static void add(LargestOfLast largest, int number, int times) {
    for (int i = 0; i < times; i++) {
      largest.add(number);
    }
  }

  @Test
  void first_isTheLargestUntilTenOthersCame() {
    LargestOfLast largest = new LargestOfLast(6);

    add(largest, 2, 9);
    int afterNine = largest.largest();
    add(largest, 2, 1);

    assertThat(afterNine).isEqualTo(6);
    assertThat(largest.largest()).isEqualTo(2);
  }

  @Test
  void largerNumber_countsAtOnceAndUntilTenSmallerOnesCame() {
    LargestOfLast largest = new LargestOfLast(1);

    add(largest, 3, 5);
    largest.add(7);
    int atOnce = largest.largest();
    add(largest, 4, 9);
    int afterNine = largest.largest();
    largest.add(5);

    assertThat(atOnce).isEqualTo(7);
    assertThat(afterNine).isEqualTo(7);
    assertThat(largest.largest()).isEqualTo(5);
  }
}
