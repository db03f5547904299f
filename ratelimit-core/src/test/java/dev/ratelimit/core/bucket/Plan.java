package dev.ratelimit.core.bucket;

import dev.ratelimit.core.bucket.Move.Pause;
import dev.ratelimit.core.bucket.Move.Size;
import dev.ratelimit.core.bucket.Request.Op;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** A story to be played: limits, an instant to start at, and moves. */
record Plan(List<Terms> limits, long startMicros, List<Move> moves) {

  private static final long YEAR_2026 = 1_767_225_600_000_000L;
  private static final long MOST = 1L << 52;
  private static final int LIMITS = 3;
  private static final int LONGEST = 40;

  /** Kept in ticks of a millisecond and of a second. */
  private static final List<Terms> COARSE =
      List.of(
          new Terms(3, 7_000_000, 1_000_000_000),
          new Terms(999_999, 1_000_000, 5_000_000_000L),
          new Terms(1_999_998, 1_000_000, 10_000_000_000L),
          new Terms(9_999_999, 1_000_000, MOST),
          new Terms(MOST, 1_000_000, MOST),
          new Terms(MOST - 1, 3_000_000, MOST));

  /** One limit, and a clock that does not go back. */
  static Arbitrary<Plan> steady(Predicate<Op> ops) {
    return plans(moves(1, steadyPauses(), ops));
  }

  /** Up to three limits by turns, and a clock that may go back. */
  static Arbitrary<Plan> wild() {
    Arbitrary<Pause> back =
        Arbitraries.of(Pause.BACK_A_MICRO, Pause.BACK_A_TICK, Pause.BACK_A_PART);
    return plans(
        moves(
            LIMITS,
            Arbitraries.frequencyOf(Tuple.of(12, steadyPauses()), Tuple.of(1, back)),
            op -> true));
  }

  private static Arbitrary<Plan> plans(Arbitrary<Move> moves) {
    return Combinators.combine(
            legalTerms().list().ofSize(LIMITS),
            Arbitraries.oneOf(
                Arbitraries.longs().between(0, 10_000_000),
                Arbitraries.longs().between(YEAR_2026, YEAR_2026 + 10_000_000)),
            moves.list().ofMinSize(1).ofMaxSize(LONGEST))
        .as(Plan::new)
        .withoutEdgeCases();
  }

  private static Arbitrary<Move> moves(int limits, Arbitrary<Pause> pauses, Predicate<Op> ops) {
    Arbitrary<Integer> limit =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.just(Move.SAME_LIMIT)),
            Tuple.of(1, Arbitraries.integers().between(0, limits - 1)));
    return Combinators.combine(
            pauses, limit, ops().filter(ops), sizes(), Arbitraries.integers().between(0, 999))
        .as(Move::new);
  }

  private static Arbitrary<Pause> steadyPauses() {
    return Arbitraries.frequency(
        Tuple.of(3, Pause.NONE),
        Tuple.of(1, Pause.MICRO),
        Tuple.of(1, Pause.TICK),
        Tuple.of(1, Pause.ALMOST_A_TICK),
        Tuple.of(2, Pause.RETRY),
        Tuple.of(1, Pause.ALMOST_RETRY),
        Tuple.of(1, Pause.RESET),
        Tuple.of(4, Pause.SLOT),
        Tuple.of(1, Pause.LAPSE),
        Tuple.of(1, Pause.ALMOST_A_LAPSE),
        Tuple.of(4, Pause.PART_OF_SLOT),
        Tuple.of(2, Pause.PART_OF_REFILL));
  }

  private static Arbitrary<Op> ops() {
    return Arbitraries.frequency(
        Tuple.of(8, Op.CHECK),
        Tuple.of(3, Op.PEEK),
        Tuple.of(6, Op.RESERVE),
        Tuple.of(5, Op.TAKE),
        Tuple.of(10, Op.GRANT),
        Tuple.of(6, Op.SPENT),
        Tuple.of(4, Op.GIVE_BACK),
        Tuple.of(3, Op.REFUND),
        Tuple.of(1, Op.RESET));
  }

  private static Arbitrary<Size> sizes() {
    return Arbitraries.frequency(
        Tuple.of(1, Size.NOTHING),
        Tuple.of(4, Size.ONE),
        Tuple.of(3, Size.LEVEL),
        Tuple.of(3, Size.LEVEL_AND_ONE),
        Tuple.of(12, Size.PART),
        Tuple.of(2, Size.BURST),
        Tuple.of(1, Size.BURST_AND_ONE),
        Tuple.of(1, Size.HUGE));
  }

  static Arbitrary<Terms> legalTerms() {
    return terms().filter(Terms::areLegal).withoutEdgeCases();
  }

  private static Arbitrary<Terms> terms() {
    Arbitrary<Terms> everyday =
        Combinators.combine(
                Arbitraries.of(1L, 3L, 7L, 10L, 100L, 137L, 1_000L),
                Arbitraries.of(1_000L, 1_000_000L, 7_000_000L, 60_000_000L, 3_600_000_000L),
                Arbitraries.of(1L, 2L, 3L, 10L, 91L, 100L, 1_000L, 4_000L))
            .as(Terms::new);
    Arbitrary<Terms> any = Combinators.combine(amounts(), periods(), amounts()).as(Terms::new);
    return Arbitraries.frequencyOf(
        Tuple.of(6, everyday), Tuple.of(3, any), Tuple.of(2, Arbitraries.of(COARSE)));
  }

  private static Arbitrary<Long> amounts() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.longs().between(1, 1_000)),
        Tuple.of(2, Arbitraries.longs().between(1, 10_000_000_000L)),
        Tuple.of(1, Arbitraries.longs().between(1, MOST)),
        Tuple.of(1, Arbitraries.of(1L, 2L, MOST - 1, MOST)));
  }

  private static Arbitrary<Long> periods() {
    return Arbitraries.frequencyOf(
        Tuple.of(2, Arbitraries.longs().between(1, 10_000_000)),
        Tuple.of(1, Arbitraries.longs().between(1, 100_000).map(millis -> millis * 1_000)),
        Tuple.of(1, Arbitraries.longs().between(1, 100_000).map(secs -> secs * 1_000_000)));
  }
}
