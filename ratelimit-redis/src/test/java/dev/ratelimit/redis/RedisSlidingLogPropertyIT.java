package dev.ratelimit.redis;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class RedisSlidingLogPropertyIT extends DifferentialHistories {

  /** Rings that are read at once, in pieces, and written in several blocks. */
  @Override
  List<Limit> chosen() {
    return List.of(
        Limit.slidingLog(5, Duration.ofSeconds(10)),
        Limit.slidingLog(12, Duration.ofSeconds(10)),
        Limit.slidingLog(5, Duration.ofSeconds(3)),
        Limit.slidingLog(40, Duration.ofSeconds(10)),
        Limit.slidingLog(100, Duration.ofSeconds(2)),
        Limit.slidingLog(700, Duration.ofSeconds(10)),
        Limit.slidingLog(3_000, Duration.ofMinutes(1)),
        Limit.slidingLog(1, MICRO),
        Limit.slidingLog(60, Duration.ofDays(3_650)));
  }

  @Override
  Arbitrary<Limit> any() {
    Arbitrary<Long> permits =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.longs().between(1, 100)),
            Tuple.of(2, Arbitraries.longs().between(1, 1_000)),
            Tuple.of(1, Arbitraries.longs().between(1, 3_000)));
    return Combinators.combine(permits, AnyLimits.micros())
        .as((most, micros) -> Limit.slidingLog(most, AnyLimits.duration(micros)));
  }

  @Override
  Arbitrary<List<Move>> moves() {
    return Move.histories(
        LIMITS, EnumSet.of(Move.Op.CHECK, Move.Op.PEEK, Move.Op.REFUND, Move.Op.RESET));
  }

  @Provide
  Arbitrary<List<Move>> traffic() {
    return Move.traffic(LIMITS);
  }

  /** Rings that wrap, and grow while they are wrapped. */
  @Property(tries = 300)
  void traffic_isAnsweredAsByThePureAlgorithm(
      @ForAll("chosenRules") List<Rule> rules, @ForAll("traffic") List<Move> history) {
    assertSame(rules, history);
  }
}
