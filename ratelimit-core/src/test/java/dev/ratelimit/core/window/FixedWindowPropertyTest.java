package dev.ratelimit.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.FixedWindow;
import dev.ratelimit.core.algorithm.Amounts;
import dev.ratelimit.core.algorithm.Histories;
import dev.ratelimit.core.algorithm.OneKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedWindowPropertyTest {

  private static final int HISTORIES = 100_000;

  private final SlowFixedWindow slow = new SlowFixedWindow();

  @Test
  void anyHistory_isAnsweredAsSpecified() {
    Histories.play(slow, HISTORIES);
  }

  @Test
  void anyWindow_grantsNoMoreThanItsPermits() {
    Random random = new Random(2);
    for (int history = 0; history < HISTORIES; history++) {
      FixedWindow limit = slow.limit(random);
      long window = slow.windowMicros(limit);
      Grid grid = FixedWindowAlgorithm.of(limit).grid("key");
      OneKey key = OneKey.under(limit).at(Amounts.below(random, 1L << 51));
      Map<Long, Long> granted = new HashMap<>();
      long left = limit.permits();
      for (int move = 0; move < 10; move++) {
        long cost = Math.min(limit.permits(), Amounts.amount(random, left, limit.permits()));
        if (key.check(cost).granted()) {
          granted.merge(grid.index(key.micros()), cost, Math::addExact);
        }
        left = key.peek(0).report().remaining();
        key.advance(random.nextBoolean() ? 0 : Amounts.below(random, window));
      }
      assertThat(granted.values()).allMatch(permits -> permits <= limit.permits());
    }
  }
}
