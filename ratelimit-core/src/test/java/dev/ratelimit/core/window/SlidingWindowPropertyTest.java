package dev.ratelimit.core.window;

import static dev.ratelimit.core.window.SlowFixedWindow.big;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.SlidingWindow;
import dev.ratelimit.core.algorithm.Amounts;
import dev.ratelimit.core.algorithm.Histories;
import dev.ratelimit.core.algorithm.OneKey;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlidingWindowPropertyTest {

  private static final int HISTORIES = 100_000;

  private final SlowSlidingWindow slow = new SlowSlidingWindow();

  @Test
  void anyHistory_isAnsweredAsSpecified() {
    Histories.play(slow, HISTORIES);
  }

  /** What was granted is weighed by windows at each grant, from a list that only grows. */
  @Test
  void whatCountsAtAnyGrant_isAtMostThePermits() {
    Random random = new Random(2);
    for (int history = 0; history < HISTORIES; history++) {
      SlidingWindow limit = slow.limit(random);
      long window = slow.windowMicros(limit);
      Grid grid = SlidingWindowAlgorithm.of(limit).grid("key");
      OneKey key = OneKey.under(limit).at(Amounts.below(random, 1L << 51));
      Map<Long, Long> granted = new HashMap<>();
      long left = limit.permits();
      for (int move = 0; move < 10; move++) {
        long cost = Math.min(limit.permits(), Amounts.amount(random, left, limit.permits()));
        if (key.check(cost).granted() && cost > 0) {
          long index = grid.index(key.micros());
          granted.merge(index, cost, Math::addExact);
          assertWithin(limit, granted, index, key.micros() - grid.start(index));
        }
        left = key.peek(0).report().remaining();
        key.advance(random.nextBoolean() ? 0 : Amounts.below(random, window));
      }
    }
  }

  private static void assertWithin(
      SlidingWindow limit, Map<Long, Long> granted, long index, long sinceStart) {
    long tick = limit.tickMicros();
    long ticks = SlidingWindowAlgorithm.of(limit).grid("key").windowMicros() / tick;
    BigInteger current = big(granted.getOrDefault(index, 0L)).multiply(big(ticks));
    BigInteger previous =
        big(granted.getOrDefault(index - 1, 0L)).multiply(big(ticks - sinceStart / tick));
    assertThat(current.add(previous))
        .isLessThanOrEqualTo(big(limit.permits()).multiply(big(ticks)));
  }
}
