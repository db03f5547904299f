package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Threads that come with an instant they read a little earlier gain nothing by it under windows,
 * logs and several buckets either: the pure algorithm grants all that the store does, at the
 * instants it answered of, none of which is before the key's last write.
 */
class StateCellInstantsPropertyTest {

  private static final long START = 1_700_000_000_000_000L;

  record Step(int key, long cost, long pauseMicros, long lateMicros) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 5),
            Arbitraries.longs().between(1, 3),
            Arbitraries.longs().between(0, 40_000),
            Arbitraries.longs().between(0, 60_000))
        .as(Step::new)
        .list()
        .ofMinSize(20)
        .ofMaxSize(200);
  }

  @Property(tries = 1_000)
  void olderInstants_gainNoPermit(
      @ForAll("histories") List<Step> history, @ForAll Kind kind, @ForAll("bounds") int bound) {
    FakeClock clock = FakeClock.atMicros(START);
    LocalStore store = LocalStore.builder().timeSource(clock).maximumKeys(bound).build();
    SimulatedStore pure = new SimulatedStore();
    Rule rule = kind.rule(5, Duration.ofMillis(100));
    Map<String, Long> lastWrites = new HashMap<>();

    for (Step step : history) {
      clock.advanceMicros(step.pauseMicros());
      String key = "key-" + step.key();
      Decision decision = store.check(key, rule, step.cost(), clock.micros() - step.lateMicros());
      if (decision.allowed()) {
        long counted = Math.max(micros(decision), lastWrites.getOrDefault(key, 0L));
        lastWrites.put(key, counted);

        assertThat(counted).isLessThanOrEqualTo(clock.micros());
        assertThat(pure.check(key, rule, step.cost(), counted).allowed()).isTrue();
      }
    }
  }

  /** Of 6 keys, nearly all are evicted, some, or none. */
  @Provide
  Arbitrary<Integer> bounds() {
    return Arbitraries.of(1, 3, 100);
  }

  private static long micros(Decision decision) {
    return ChronoUnit.MICROS.between(
        Instant.EPOCH, decision.resetAt().minus(decision.resetAfter()));
  }
}
