package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class RedisFixedWindowPropertyIT extends DifferentialHistories {

  private static final FixedWindow FIVE = Limit.fixedWindow(5, Duration.ofSeconds(10));

  /** Changes of the permits alone, of the offset alone, of the window, and of all. */
  @Override
  List<Limit> chosen() {
    return List.of(
        FIVE,
        Limit.fixedWindow(12, Duration.ofSeconds(10)),
        FIVE.withOffset(Duration.ZERO),
        FIVE.withOffset(Duration.ofSeconds(3)),
        Limit.fixedWindow(100, Duration.ofSeconds(7)).withOffset(Duration.ofNanos(6_999_999_000L)),
        Limit.fixedWindow(1_000, Duration.ofMillis(250)),
        Limit.fixedWindow(3, MICRO),
        Limit.fixedWindow(BucketUnits.MAX_CAPACITY, Duration.ofDays(3_650)));
  }

  @Override
  Arbitrary<Limit> any() {
    return Combinators.combine(AnyLimits.permits(), AnyLimits.micros(), AnyLimits.parts())
        .as(
            (permits, micros, part) ->
                new FixedWindow(
                    permits, AnyLimits.duration(micros), AnyLimits.offset(micros, part, 1)));
  }

  @Override
  Arbitrary<List<Move>> moves() {
    return Move.histories(
        LIMITS, EnumSet.of(Move.Op.CHECK, Move.Op.PEEK, Move.Op.REFUND, Move.Op.RESET));
  }
}
