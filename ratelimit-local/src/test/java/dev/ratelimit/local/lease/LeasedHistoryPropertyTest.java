package dev.ratelimit.local.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.AdmissionLedger;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Instances that lease from one store admit together what one bucket would, at every pace. */
class LeasedHistoryPropertyTest {

  private static final int INSTANCES = 3;
  private static final TokenBucket LIMIT = Limit.perSecond(1_000);
  private static final Rule RULE = Rule.of("busy", LIMIT);

  /** A burst of checks by an instance, and the pause after it. */
  record Burst(int instance, int checks, long cost, long pauseMicros, int refundPart) {}

  @Provide
  Arbitrary<List<Burst>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, INSTANCES - 1),
            Arbitraries.integers().between(1, 30),
            Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.longs().between(1, 5)),
                Tuple.of(1, Arbitraries.longs().between(1, 300))),
            Arbitraries.oneOf(
                Arbitraries.longs().between(0, 2_000), Arbitraries.longs().between(0, 300_000)),
            Arbitraries.integers().between(0, 20))
        .as(Burst::new)
        .list()
        .ofMinSize(10)
        .ofMaxSize(120);
  }

  @Property(tries = 500)
  void anyHistory_admitsNoMoreThanOneBucket(@ForAll("histories") List<Burst> history) {
    FakeClock clock = FakeClock.atMicros(Instance.START);
    SimulatedStore store = new SimulatedStore();
    List<LeaseLayer> layers =
        IntStream.range(0, INSTANCES)
            .mapToObj(i -> new LeaseLayer(store, clock, Instance.leasing(10), () -> {}))
            .toList();
    AdmissionLedger ledger = AdmissionLedger.of(LIMIT);

    for (Burst burst : history) {
      LeaseLayer layer = layers.get(burst.instance());
      for (int i = 0; i < burst.checks(); i++) {
        check(layer, burst.cost(), clock, ledger);
      }
      if (burst.refundPart() == 0) {
        layer.refund("key", RULE, burst.cost(), clock.micros());
        ledger.refunded(clock.micros(), burst.cost());
      }
      clock.advanceMicros(burst.pauseMicros());
    }

    ledger.assertWithinBound();
  }

  private static void check(LeaseLayer layer, long cost, FakeClock clock, AdmissionLedger ledger) {
    Decision decision = layer.check("key", RULE, cost, clock.micros());
    assertThat(decision.remaining()).isBetween(0L, 1_000L);
    assertThat(decision.resetAfter()).isGreaterThanOrEqualTo(decision.retryAfter());
    if (decision.allowed()) {
      ledger.admitted(clock.micros(), cost);
    }
  }
}
