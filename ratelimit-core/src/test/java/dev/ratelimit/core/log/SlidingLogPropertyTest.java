package dev.ratelimit.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.SlidingLog;
import dev.ratelimit.core.algorithm.Amounts;
import dev.ratelimit.core.algorithm.Histories;
import dev.ratelimit.core.algorithm.OneKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlidingLogPropertyTest {

  private static final int HISTORIES = 100_000;

  private final SlowLog slow = new SlowLog();

  @Test
  void anyHistory_isAnsweredAsSpecified() {
    Histories.play(slow, HISTORIES);
  }

  @Test
  void anyStretchOfAWindow_grantsNoMoreThanThePermits() {
    Random random = new Random(2);
    for (int history = 0; history < HISTORIES; history++) {
      SlidingLog limit = slow.limit(random);
      long window = slow.windowMicros(limit);
      OneKey key = OneKey.under(limit).at(Amounts.below(random, 1L << 51));
      List<Long> granted = new ArrayList<>();
      long left = limit.permits();
      for (int move = 0; move < 10; move++) {
        long cost = Math.min(limit.permits(), Amounts.amount(random, left, limit.permits()));
        if (key.check(cost).granted()) {
          granted.addAll(Collections.nCopies((int) cost, key.micros()));
        }
        left = key.peek(0).report().remaining();
        key.advance(random.nextBoolean() ? 0 : Amounts.below(random, window));
      }
      for (int first = 0; first + limit.permits() < granted.size(); first++) {
        long next = granted.get(first + (int) limit.permits());
        assertThat(next - granted.get(first)).isGreaterThanOrEqualTo(window);
      }
    }
  }
}
