package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.AdmissionLedger;
import dev.ratelimit.testkit.FakeClock;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Threads that come with an instant they read a little earlier gain nothing by it, also while cells
 * are swept, evicted and made anew.
 */
class LocalStoreInstantsPropertyTest {

  private static final long START = 1_700_000_000_000_000L;
  private static final int KEYS = 6;

  record Step(int key, long cost, long pauseMicros, long lateMicros) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, KEYS - 1),
            Arbitraries.longs().between(1, 3),
            Arbitraries.longs().between(0, 40_000),
            Arbitraries.longs().between(0, 60_000))
        .as(Step::new)
        .list()
        .ofMinSize(20)
        .ofMaxSize(200);
  }

  @Property(tries = 2_000)
  void olderInstants_gainNoPermit(
      @ForAll("histories") List<Step> history, @ForAll("limits") TokenBucket limit) {
    FakeClock clock = FakeClock.atMicros(START);
    LocalStore store = LocalStore.builder().timeSource(clock).maximumKeys(2).build();
    Rule rule = Rule.of(limit);
    List<AdmissionLedger> ledgers =
        Stream.generate(() -> AdmissionLedger.of(limit)).limit(KEYS).toList();

    long[] lastWrites = new long[KEYS];

    for (Step step : history) {
      clock.advanceMicros(step.pauseMicros());
      long earlier = clock.micros() - step.lateMicros();
      Decision decision = store.check("key-" + step.key(), rule, step.cost(), earlier);
      if (decision.allowed()) {
        // An instant before the key's last write counts as that write's.
        long counted = Math.max(earlier, lastWrites[step.key()]);
        lastWrites[step.key()] = counted;
        ledgers.get(step.key()).admitted(counted, step.cost());
      }
    }

    assertThat(ledgers).allSatisfy(AdmissionLedger::assertWithinBound);
  }

  @Provide
  Arbitrary<TokenBucket> limits() {
    return Arbitraries.of(
        Limit.perSecond(10).withBurst(3),
        Limit.perSecond(100).withBurst(5),
        Limit.perSecond(999_983).withBurst(4),
        Limit.perDay(999_983).withBurst(4));
  }
}
