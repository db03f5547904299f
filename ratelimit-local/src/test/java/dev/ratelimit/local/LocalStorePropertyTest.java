package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
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

  enum Kind {
    CHECK,
    PEEK,
    RESERVE,
    TAKE,
    REFUND,
    RESET
  }

  record Step(Kind kind, int rule, long amount, long waitMicros, long pauseMicros) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    Arbitrary<Long> amounts =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.longs().between(0, 5)),
            Tuple.of(2, Arbitraries.longs().between(0, 120)),
            Tuple.of(1, Arbitraries.of(100_000L, 100_001L, Long.MAX_VALUE)));
    Arbitrary<Integer> rules =
        Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.integers().between(0, RULES.size() - 1)),
            Tuple.of(4, Arbitraries.just(-1)));
    Arbitrary<Long> pauses =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.of(0L, 1L, 999L, 1_000L)),
            Tuple.of(4, Arbitraries.longs().between(0, 500_000)),
            Tuple.of(1, Arbitraries.longs().between(0, 100_000_000)));
    return Combinators.combine(
            Arbitraries.of(Kind.class),
            rules,
            amounts,
            Arbitraries.of(0L, 1L, 1_000L, 300_000L, 60_000_000L),
            pauses)
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  @Property(tries = 3_000)
  void anyHistory_isAnsweredAsByThePureAlgorithm(@ForAll("histories") List<Step> history) {
    FakeClock clock = FakeClock.atMicros(START);
    LocalStore local = LocalStore.builder().timeSource(clock).build();
    SimulatedStore pure = new SimulatedStore();
    int rule = 0;

    for (Step step : history) {
      clock.advanceMicros(step.pauseMicros());
      rule = step.rule() < 0 ? rule : step.rule();

      String answer = answer(local, RULES.get(rule), step, clock.micros());

      assertThat(answer).isEqualTo(answer(pure, RULES.get(rule), step, clock.micros()));
    }
  }

  private static String answer(Store store, Rule rule, Step step, long now) {
    return switch (step.kind()) {
      case CHECK -> text(store.check("key", rule, step.amount(), now));
      case PEEK -> text(store.peek("key", rule, step.amount(), now));
      case REFUND -> text(store.refund("key", rule, step.amount(), now));
      case RESET -> text(store.reset("key", rule, now));
      case TAKE -> {
        Taken taken = store.take("key", rule, step.amount(), now);
        yield taken.granted() + " " + text(taken.decision());
      }
      case RESERVE -> {
        Held held = store.reserve("key", rule, new Hold(step.amount(), step.waitMicros()), now);
        yield held.waitMicros() + " " + text(held.decision());
      }
    };
  }

  private static String text(Decision decision) {
    return decision.toBuilder().origin(Origin.LOCAL).build() + " at " + decision.resetAt();
  }
}
