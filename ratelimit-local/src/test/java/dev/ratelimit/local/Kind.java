package dev.ratelimit.local;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import java.time.Duration;

/** The kinds of limit whose state a cell keeps as its algorithm left it. */
enum Kind {
  FIXED_WINDOW {
    @Override
    Limit limit(long permits, Duration window) {
      return Limit.fixedWindow(permits, window).withOffset(Duration.ZERO);
    }
  },

  SLIDING_WINDOW {
    @Override
    Limit limit(long permits, Duration window) {
      return Limit.slidingWindow(permits, window).withOffset(Duration.ZERO);
    }
  },

  SLIDING_LOG {
    @Override
    Limit limit(long permits, Duration window) {
      return Limit.slidingLog(permits, window);
    }
  },

  /** The first bucket has the fewest permits, and is full again no later than the second. */
  ALL_OF {
    @Override
    Limit limit(long permits, Duration window) {
      return Limit.allOf(
          Limit.of(permits, window), Limit.of(permits, window).withBurst(2 * permits));
    }
  };

  /** {@return a limit that grants so many permits at once, and all anew two windows later} */
  abstract Limit limit(long permits, Duration window);

  Rule rule(long permits, Duration window) {
    return Rule.of(limit(permits, window));
  }
}
