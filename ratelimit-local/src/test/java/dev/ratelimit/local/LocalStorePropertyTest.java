package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The store in this process gives the answers of the pure algorithms, whatever the history. */
class LocalStorePropertyTest {

  private static final long START = 1_700_000_000_000_000L;

  /** Limits of compact and of wide cells, and of each tick. */
  private static final List<Rule> RULES =
      List.of(
          Rule.of("3/s", Limit.perSecond(3)),
          Rule.of("6/s b3", Limit.perSecond(6).withBurst(3)),
          Rule.of("100/min b20", Limit.perMinute(100).withBurst(20)),
          Rule.of("7/s b100", Limit.perSecond(7).withBurst(100)),
          Rule.of("wide 999983/s", Limit.perSecond(999_983).withBurst(50)),
          Rule.of("wide 999983/day", Limit.perDay(999_983).withBurst(40)),
          Rule.of("ms 9999991/30 d", Limit.of(9_999_991, Duration.ofDays(30)).withBurst(100_000)));

  @Provide
  Arbitrary<List<Move>> histories() {
    Arbitrary<Long> amounts =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.longs().between(0, 5)),
            Tuple.of(2, Arbitraries.longs().between(0, 120)),
            Tuple.of(1, Arbitraries.of(100_000L, 100_001L, Long.MAX_VALUE)));
    Arbitrary<Long> pauses =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.of(0L, 1L, 999L, 1_000L)),
            Tuple.of(4, Arbitraries.longs().between(0, 500_000)),
            Tuple.of(1, Arbitraries.longs().between(0, 100_000_000)));
    return Move.histories(RULES.size(), amounts, pauses);
  }

  @Property(tries = 3_000)
  void anyHistory_isAnsweredAsByThePureAlgorithm(@ForAll("histories") List<Move> history) {
    FakeClock clock = FakeClock.atMicros(START);
    LocalStore local = LocalStore.builder().timeSource(clock).build();
    SimulatedStore pure = new SimulatedStore();
    int rule = 0;

    for (Move move : history) {
      clock.advanceMicros(move.pauseMicros());
      rule = move.rule() < 0 ? rule : move.rule();

      String answer = move.answer(local, RULES.get(rule), clock.micros());

      assertThat(answer).isEqualTo(move.answer(pure, RULES.get(rule), clock.micros()));
    }
  }
}
