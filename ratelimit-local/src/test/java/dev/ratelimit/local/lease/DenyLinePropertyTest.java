package dev.ratelimit.local.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * A denial made here is never wrong: the store denies that cost too, now and until {@code
 * retryAfter} is over, whatever this instance and others charge and lease; nothing is put back.
 */
class DenyLinePropertyTest {

  private static final List<Rule> RULES =
      List.of(
          Rule.of("10/s", Limit.perSecond(10)),
          Rule.of("7/s b40", Limit.perSecond(7).withBurst(40)),
          Rule.of("999983/s b100", Limit.perSecond(999_983).withBurst(100)),
          Rule.of("1000/h b1000", Limit.perHour(1_000)),
          Rule.of("ms", Limit.of(9_999_991, Duration.ofDays(30)).withBurst(100_000)),
          Rule.of("fixed", Limit.fixedWindow(10, Duration.ofSeconds(1))),
          Rule.of("sliding", Limit.slidingWindow(10, Duration.ofSeconds(1))),
          Rule.of("log", Limit.slidingLog(10, Duration.ofSeconds(1))),
          Rule.of("all", Limit.allOf(Limit.perSecond(5), Limit.perMinute(20))));

  /** What is done: by whom, how much of the limit it costs, and after what part of a refill. */
  record Deed(Kind kind, int costPart, int pausePart) {

    long cost(Rule rule) {
      return 1 + costPart * (rule.limit().mostPermits() - 1) / 100;
    }
  }

  enum Kind {
    CHECK_HERE,
    CHECK_ELSEWHERE,
    LEASE_ELSEWHERE
  }

  @Provide
  Arbitrary<List<Deed>> histories() {
    Arbitrary<Integer> costs = Arbitraries.oneOf(Arbitraries.of(0, 100), percent());
    Arbitrary<Integer> pauses = Arbitraries.oneOf(Arbitraries.of(0, 0, 1), percent());
    return Combinators.combine(
            Arbitraries.of(
                Kind.CHECK_HERE, Kind.CHECK_HERE, Kind.CHECK_ELSEWHERE, Kind.LEASE_ELSEWHERE),
            costs,
            pauses)
        .as(Deed::new)
        .list()
        .ofMinSize(5)
        .ofMaxSize(40);
  }

  private static Arbitrary<Integer> percent() {
    return Arbitraries.integers().between(0, 100);
  }

  @Provide
  Arbitrary<Rule> rules() {
    return Arbitraries.of(RULES);
  }

  @Property(tries = 3_000)
  void denialMadeHere_isTheStoresTooUntilItIsOver(
      @ForAll("rules") Rule rule, @ForAll("histories") List<Deed> history) {
    FakeClock clock = FakeClock.atMicros(Instance.START);
    SimulatedStore store = new SimulatedStore();
    LeaseLayer layer = new LeaseLayer(store, clock, Instance.strict(), store::close);
    long refill =
        TimeUnit.MICROSECONDS.convert(
            store.check("full", rule, rule.limit().mostPermits(), clock.micros()).resetAfter());

    for (Deed deed : history) {
      clock.advanceMicros(deed.pausePart() * refill / 1_000);
      long cost = deed.cost(rule);
      switch (deed.kind()) {
        case CHECK_ELSEWHERE -> store.check("key", rule, cost, clock.micros());
        case LEASE_ELSEWHERE -> lease(store, rule, cost, clock.micros());
        default ->
            assertTrue(
                layer.check("key", rule, cost, clock.micros()),
                store,
                rule,
                new Asked(cost, clock.micros()));
      }
    }
  }

  private static void lease(SimulatedStore store, Rule rule, long want, long nowMicros) {
    if (rule.limit() instanceof TokenBucket) {
      store.lease("key", rule, LeaseCall.grant(want), nowMicros);
    }
  }

  /** The instants are the present one, the last before the wait is over, and two between. */
  private static void assertTrue(Decision told, SimulatedStore store, Rule rule, Asked asked) {
    assertThat(told.remaining()).isBetween(0L, told.limit());
    if (told.origin() == Origin.DENY_LINE) {
      assertThat(told.retryAfter()).isPositive();
      long wait = TimeUnit.MICROSECONDS.convert(told.retryAfter());
      for (long after : new long[] {0, wait / 3, wait / 2, wait - 1}) {
        Decision there = store.peek("key", rule, asked.cost(), asked.atMicros() + after);
        assertThat(there.outcome()).isEqualTo(Outcome.DENIED);
        assertThat(there.remaining()).isLessThanOrEqualTo(asked.cost() - 1);
      }
    }
  }

  private record Asked(long cost, long atMicros) {}
}
