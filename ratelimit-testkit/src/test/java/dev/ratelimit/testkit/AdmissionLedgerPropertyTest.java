package dev.ratelimit.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.TokenBucket;
import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AdmissionLedgerPropertyTest {

  record Event(long micros, long permits) {}

  @Provide
  Arbitrary<TokenBucket> limits() {
    return Combinators.combine(
            Arbitraries.longs().between(1, 50),
            Arbitraries.longs().between(1, 60),
            Arbitraries.longs().between(1, 20))
        .as((permits, period, burst) -> limit(permits, period, burst));
  }

  private static TokenBucket limit(long permits, long periodMicros, long burst) {
    return new TokenBucket(permits, Duration.of(periodMicros, ChronoUnit.MICROS), burst);
  }

  @Provide
  Arbitrary<List<Event>> histories() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 40), Arbitraries.longs().between(-10, 15))
        .as(Event::new)
        .list()
        .ofMaxSize(25);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void anyHistory_hasTheWorstStretchThatTryingAllFinds(
      @ForAll("limits") TokenBucket limit, @ForAll("histories") List<Event> history) {
    AdmissionLedger ledger = AdmissionLedger.of(limit);
    history.forEach(event -> record(ledger, event));

    Stretch worst = ledger.worst();

    assertThat(worst.excess()).isEqualTo(worstByTryingAll(limit, history));
    assertThat(ledger.worstExcess()).isEqualTo(worst.excess());
    assertThat(ledger.admitted()).isEqualTo(history.stream().mapToLong(Event::permits).sum());
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void worstStretch_holdsWhatItSays(
      @ForAll("limits") TokenBucket limit, @ForAll("histories") List<Event> history) {
    AdmissionLedger ledger = AdmissionLedger.of(limit);
    history.forEach(event -> record(ledger, event));

    Stretch worst = ledger.worst();

    assertThat(worst.bound()).isEqualTo(bound(limit, worst.toMicros() - worst.fromMicros()));
    if (worst.admitted() > 0) {
      assertThat(history).extracting(Event::micros).contains(worst.fromMicros(), worst.toMicros());
    }
  }

  private static void record(AdmissionLedger ledger, Event event) {
    if (event.permits() < 0) {
      ledger.refunded(event.micros(), -event.permits());
    } else {
      ledger.admitted(event.micros(), event.permits());
    }
  }

  private static long worstByTryingAll(TokenBucket limit, List<Event> history) {
    List<Event> sorted = history.stream().sorted(Comparator.comparingLong(Event::micros)).toList();
    long worst = -bound(limit, 0).longValueExact();
    for (int first = 0; first < sorted.size(); first++) {
      long sum = 0;
      for (int last = first; last < sorted.size(); last++) {
        sum += sorted.get(last).permits();
        long span = sorted.get(last).micros() - sorted.get(first).micros();
        worst = Math.max(worst, sum - bound(limit, span).longValueExact());
      }
    }
    return worst;
  }

  private static BigInteger bound(TokenBucket limit, long span) {
    long tick = limit.units().tickMicros();
    long period = limit.period().toNanos() / 1_000;
    return BigInteger.valueOf(limit.burst() + limit.permits() * (span + tick) / period);
  }
}
