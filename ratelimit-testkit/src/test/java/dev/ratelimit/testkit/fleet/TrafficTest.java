package dev.ratelimit.testkit.fleet;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ratelimit.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrafficTest {

  private static List<Arrival> arrivals(Traffic traffic, int instance, Duration length) {
    Span span = new Span(instance, 10, TimeUnit.MICROSECONDS.convert(length));
    Supplier<Optional<Arrival>> source = traffic.arrivals(span, new SplittableRandom(7));
    List<Arrival> arrivals = new ArrayList<>();
    for (Optional<Arrival> next = source.get(); next.isPresent(); next = source.get()) {
      arrivals.add(next.get());
    }
    return arrivals;
  }

  private static long between(List<Arrival> arrivals, long fromMillis, long untilMillis) {
    return arrivals.stream()
        .filter(one -> one.micros() >= fromMillis * 1_000 && one.micros() < untilMillis * 1_000)
        .count();
  }

  @Test
  void evenLoad_isThatOfAPoissonProcess() {
    List<Arrival> arrivals = arrivals(Traffic.even(100_000), 3, ofSeconds(10));

    int[] counts = new int[10_000];
    arrivals.forEach(one -> counts[(int) (one.micros() / 1_000)]++);
    double mean = IntStream.of(counts).average().orElseThrow();
    double variance =
        IntStream.of(counts).mapToDouble(n -> (n - mean) * (n - mean)).average().orElseThrow();
    assertThat(mean).isEqualTo(10, within(0.2));
    assertThat(variance).as("as large as the mean").isEqualTo(10, within(0.6));
    assertThat(arrivals).extracting(Arrival::instance).containsOnly(3);
    assertThat(arrivals).extracting(Arrival::micros).isSorted();
  }

  @Test
  void skewedLoad_isOfOneInstanceMostly() {
    Traffic traffic = Traffic.skewed(3_000, 0.82);

    assertThat(arrivals(traffic, 0, ofSeconds(10)).size()).isBetween(24_100, 25_100);
    assertThat(arrivals(traffic, 9, ofSeconds(10)).size()).isBetween(525, 675);
  }

  @Test
  void pulses_areAtTheBeginningOfEachPeriod() {
    Traffic traffic =
        Traffic.pulses(Traffic.even(9_000), ofMillis(100), Traffic.none(), ofMillis(700));

    List<Arrival> arrivals = arrivals(traffic, 0, ofMillis(800));

    assertThat(between(arrivals, 0, 100)).isBetween(60L, 120L);
    assertThat(between(arrivals, 100, 700)).isZero();
    assertThat(between(arrivals, 700, 800)).isBetween(60L, 120L);
  }

  @Test
  void rotatingLoad_comesToEachInTurn() {
    Traffic traffic = Traffic.rotating(1_000, 0, ofMillis(60));

    List<Arrival> arrivals = arrivals(traffic, 2, ofMillis(1_200));

    assertThat(between(arrivals, 120, 180)).isPositive();
    assertThat(between(arrivals, 720, 780)).isPositive();
    assertThat(arrivals.size())
        .isEqualTo((int) (between(arrivals, 120, 180) + between(arrivals, 720, 780)));
  }

  @Test
  void surge_followsQuiet() {
    Traffic traffic = Traffic.surge(Traffic.none(), ofMillis(40), Traffic.even(50_000));

    List<Arrival> arrivals = arrivals(traffic, 0, ofMillis(60));

    assertThat(between(arrivals, 0, 40)).isZero();
    assertThat(between(arrivals, 40, 60)).isBetween(60L, 140L);
  }

  @Test
  void exactArrivals_comeInOrderAndBeforeTheEnd() {
    Arrival late = new Arrival(20, 0, "b", 2);
    Arrival early = new Arrival(10, 0, "a", 0);
    Arrival other = new Arrival(10, 1, "a", 1);
    Arrival beyond = new Arrival(1_000, 0, "a", 1);

    assertThat(arrivals(Traffic.exactly(List.of(late, other, early, beyond)), 0, ofMillis(1)))
        .containsExactly(early, late);
  }

  @Test
  void exactArrivals_areMergedWithTheOthers() {
    Arrival exact = new Arrival(500_000, 0, "exact", 5);

    List<Arrival> drawn = arrivals(Traffic.even(1_000), 0, ofSeconds(1));
    List<Arrival> both = arrivals(Traffic.even(1_000).and(List.of(exact)), 0, ofSeconds(1));

    assertThat(both).contains(exact).containsAll(drawn).hasSize(drawn.size() + 1);
    assertThat(both).extracting(Arrival::micros).isSorted();
  }

  @Test
  void keysAndCosts_areDrawnForTheSameInstants() {
    Traffic plain = Traffic.even(1_000);
    Traffic traffic =
        plain.withKeys(random -> "k" + random.nextInt(3)).withCosts(random -> random.nextLong(4));

    List<Arrival> arrivals = arrivals(traffic, 0, ofSeconds(1));

    assertThat(arrivals).extracting(Arrival::key).contains("k0", "k1", "k2");
    assertThat(arrivals).extracting(Arrival::cost).contains(0L, 1L, 2L, 3L);
    assertThat(arrivals.stream().map(Arrival::micros))
        .isEqualTo(arrivals(plain, 0, ofSeconds(1)).stream().map(Arrival::micros).toList());
  }

  @Test
  void whatArrives_doesNotDependOnWhatBefallsTheFleet() {
    Fleet fleet = Fleet.of(Limit.perSecond(100)).traffic(Traffic.even(500)).seed(4);
    Tally calm = fleet.run(ofSeconds(2)).total();

    Tally troubled = fleet.loss(0.2).at(ofMillis(300), Event.kill(2)).run(ofSeconds(2)).total();

    assertThat(troubled.offered() + troubled.missed()).isEqualTo(calm.offered());
    assertThat(troubled.missed()).isPositive();
  }

  @Test
  void figuresOutOfRange_areRefused() {
    assertThatThrownBy(() -> Traffic.skewed(1, 1.1))
        .hasMessage("share must be from 0 to 1, was 1.1");
    assertThatThrownBy(() -> Traffic.rotating(1, 1, Duration.ofNanos(999_999)))
        .hasMessage("turn must be at least 1 millisecond, was PT0.000999999S");
    assertThatThrownBy(
            () -> Traffic.pulses(Traffic.none(), ofMillis(5), Traffic.none(), ofMillis(5)))
        .hasMessage("length PT0.005S must be below every PT0.005S");
    assertThatThrownBy(() -> arrivals(Traffic.even(-1), 0, ofSeconds(1)))
        .hasMessage("load must be at least 0 and finite, was -0.1 of instance 0 at 0 ms");
    assertThatThrownBy(() -> new Arrival(-1, 0, "a", 1))
        .hasMessage("micros must be at least 0, was -1");
  }
}
