package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingWindow;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class RedisSlidingWindowPropertyIT extends DifferentialHistories {

  private static final SlidingWindow FIVE = Limit.slidingWindow(5, Duration.ofSeconds(10));

  /** Ticks of each length, one window in several, and counts too large for another window. */
  @Override
  List<Limit> chosen() {
    return List.of(
        FIVE,
        Limit.slidingWindow(12, Duration.ofSeconds(10)),
        Limit.slidingWindow(1L << 30, Duration.ofSeconds(10)),
        Limit.slidingWindow(1L << 40, Duration.ofSeconds(10)),
        FIVE.withOffset(Duration.ofSeconds(3)),
        FIVE.withOffset(Duration.ZERO),
        Limit.slidingWindow(300, Duration.ofSeconds(7)),
        Limit.slidingWindow(3, Duration.ofMillis(7)).withOffset(Duration.ofMillis(1)),
        Limit.slidingWindow(1L << 40, Duration.ofHours(1)),
        Limit.slidingWindow(BucketUnits.MAX_CAPACITY, MICRO),
        Limit.slidingWindow(10, Duration.ofDays(3_650)));
  }

  @Override
  Arbitrary<Limit> any() {
    return Combinators.combine(
            AnyLimits.permits(), AnyLimits.micros(), AnyLimits.parts(), AnyLimits.ticks())
        .as(
            (permits, micros, part, tick) ->
                limit(permits, AnyLimits.duration(micros), AnyLimits.offset(micros, part, tick)));
  }

  private static Limit limit(long permits, Duration window, Optional<Duration> offset) {
    return AnyLimits.nearest(permits, fits -> new SlidingWindow(fits, window, offset));
  }

  @Override
  Arbitrary<List<Move>> moves() {
    return Move.histories(
        LIMITS, EnumSet.of(Move.Op.CHECK, Move.Op.PEEK, Move.Op.REFUND, Move.Op.RESET));
  }
}
