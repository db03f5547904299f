package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Windows, logs and several buckets at once are answered as by the pure algorithms, whatever the
 * history, also while limits and kinds change into each other and other keys have cells swept.
 */
class LocalStoreKindsPropertyTest {

  private static final long START = 1_700_000_000_000_000L;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final Duration SEVEN_MILLIS = Duration.ofMillis(7);

  /** Keys of these are full again at once, so each makes a cell that the next ones sweep. */
  private static final Rule STRANGERS = Rule.of("strangers", Limit.of(1, Duration.ofNanos(1_000)));

  private static final List<Limit> FIXED =
      List.of(
          Limit.fixedWindow(5, SECOND).withOffset(Duration.ZERO),
          Limit.fixedWindow(8, SECOND).withOffset(Duration.ZERO),
          Limit.fixedWindow(5, SECOND),
          Limit.fixedWindow(20, TEN_SECONDS),
          Limit.fixedWindow(3, SEVEN_MILLIS).withOffset(Duration.ofMillis(1)));

  private static final List<Limit> SLIDING =
      List.of(
          Limit.slidingWindow(5, SECOND).withOffset(Duration.ZERO),
          Limit.slidingWindow(8, SECOND).withOffset(Duration.ZERO),
          Limit.slidingWindow(5, SECOND),
          Limit.slidingWindow(20, TEN_SECONDS),
          Limit.slidingWindow(3, SEVEN_MILLIS).withOffset(Duration.ofMillis(1)));

  private static final List<Limit> LOGS =
      List.of(
          Limit.slidingLog(5, SECOND),
          Limit.slidingLog(8, SECOND),
          Limit.slidingLog(20, TEN_SECONDS),
          Limit.slidingLog(3, SEVEN_MILLIS));

  private static final List<Limit> ALL_OF =
      List.of(
          Limit.allOf(Limit.perSecond(3), Limit.perMinute(20)),
          Limit.allOf(Limit.perSecond(3).withBurst(5), Limit.perMinute(20)),
          Limit.allOf(Limit.perMinute(20)),
          Limit.allOf(Limit.perMinute(20), Limit.perDay(999_983).withBurst(40), Limit.perHour(9)));

  private static final List<Limit> BUCKETS =
      List.of(Limit.perSecond(3), Limit.perMinute(100).withBurst(20), Limit.perSecond(999_983));

  private static final List<Limit> ALL =
      Stream.of(FIXED, SLIDING, LOGS, ALL_OF, BUCKETS).flatMap(List::stream).toList();

  @Provide
  Arbitrary<List<Move>> histories() {
    Arbitrary<Long> amounts =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.longs().between(0, 5)),
            Tuple.of(2, Arbitraries.longs().between(0, 25)),
            Tuple.of(1, Arbitraries.of(Long.MAX_VALUE)));
    Arbitrary<Long> pauses =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.of(0L, 1L, 999L, 1_000L)),
            Tuple.of(4, Arbitraries.longs().between(0, 500_000)),
            Tuple.of(2, Arbitraries.longs().between(0, 2_000_000)),
            Tuple.of(1, Arbitraries.longs().between(0, 100_000_000)));
    return Move.histories(ALL.size(), amounts, pauses);
  }

  @Property(tries = 1_000)
  void fixedWindows_areAnsweredAsByThePureAlgorithm(@ForAll("histories") List<Move> history) {
    play(history, FIXED);
  }

  @Property(tries = 1_000)
  void slidingWindows_areAnsweredAsByThePureAlgorithm(@ForAll("histories") List<Move> history) {
    play(history, SLIDING);
  }

  @Property(tries = 1_000)
  void slidingLogs_areAnsweredAsByThePureAlgorithm(@ForAll("histories") List<Move> history) {
    play(history, LOGS);
  }

  @Property(tries = 1_000)
  void severalBuckets_areAnsweredAsByThePureAlgorithm(@ForAll("histories") List<Move> history) {
    play(history, ALL_OF);
  }

  @Property(tries = 3_000)
  void kindsThatChangeIntoEachOther_areAnsweredAsByThePureAlgorithm(
      @ForAll("histories") List<Move> history) {
    play(history, ALL);
  }

  private static void play(List<Move> history, List<Limit> limits) {
    FakeClock clock = FakeClock.atMicros(START);
    LocalStore local = LocalStore.builder().timeSource(clock).maximumKeys(1_000).build();
    SimulatedStore pure = new SimulatedStore();
    int limit = 0;
    int strangers = 0;
    for (Move move : history) {
      clock.advanceMicros(move.pauseMicros());
      limit = move.rule() < 0 ? limit : move.rule() % limits.size();
      Rule rule = Rule.of("limit " + limit, limits.get(limit));

      String answer = move.answer(local, rule, clock.micros());

      assertThat(answer)
          .as("%s under %s", move, rule)
          .isEqualTo(move.answer(pure, rule, clock.micros()));
      local.check("stranger-" + strangers++, STRANGERS, 1, clock.micros());
    }
    assertThat(local.size()).isLessThan(10);
  }
}
