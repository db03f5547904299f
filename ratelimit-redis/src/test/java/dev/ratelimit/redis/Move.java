package dev.ratelimit.redis;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import net.jqwik.api.arbitraries.ListArbitrary;

/**
 * One move of a history, in words that fit any limit: wait a while, then do something.
 *
 * @param pause how long to wait
 * @param rule which rule the key is under from then on, by index; {@link #SAME} for no change
 * @param op what to do
 * @param size with how many permits
 * @param part thousandths, for whatever is a part of a whole
 */
record Move(Pause pause, int rule, Op op, Size size, int part) {

  static final int SAME = -1;

  enum Op {
    CHECK,
    PEEK,
    RESERVE,
    TAKE,
    REFUND,
    RESET,
    LEASE,
    SPENT,
    RETURN,
    RENEW
  }

  enum Pause {
    NONE,
    MICRO,
    MILLI,
    RETRY,
    RESET,
    PART_OF_SECOND,
    PART_OF_SLOT,
    SLOT,
    PART_OF_REFILL,
    BACK_A_MICRO,
    BACK_A_SECOND,
    BACK_A_PART
  }

  enum Size {
    NOTHING,
    ONE,
    LEVEL,
    LEVEL_AND_ONE,
    PART,
    BURST,
    BURST_AND_ONE,
    HUGE
  }

  /** {@return short histories of all that a token bucket knows} */
  static Arbitrary<List<Move>> histories(int rules) {
    return moves(rules, EnumSet.allOf(Op.class)).ofMinSize(1).ofMaxSize(30).withoutEdgeCases();
  }

  /** {@return longer histories, of some operations only} */
  static Arbitrary<List<Move>> histories(int rules, Set<Op> ops) {
    return moves(rules, ops).ofMinSize(20).ofMaxSize(40).withoutEdgeCases();
  }

  /**
   * {@return long histories of small steps, in which what was spent comes back little by little}
   */
  static Arbitrary<List<Move>> traffic(int rules) {
    Arbitrary<Integer> rule =
        Arbitraries.frequencyOf(
            Tuple.of(12, Arbitraries.just(SAME)),
            Tuple.of(1, Arbitraries.integers().between(0, rules - 1)));
    Arbitrary<Pause> pauses =
        Arbitraries.frequency(
            Tuple.of(8, Pause.PART_OF_SLOT), Tuple.of(4, Pause.NONE), Tuple.of(1, Pause.RETRY));
    Arbitrary<Op> ops =
        Arbitraries.frequency(Tuple.of(12, Op.CHECK), Tuple.of(2, Op.PEEK), Tuple.of(1, Op.REFUND));
    Arbitrary<Size> sizes =
        Arbitraries.frequency(
            Tuple.of(2, Size.ONE),
            Tuple.of(9, Size.PART),
            Tuple.of(1, Size.LEVEL),
            Tuple.of(1, Size.LEVEL_AND_ONE));
    return Combinators.combine(pauses, rule, ops, sizes, Arbitraries.integers().between(0, 250))
        .as(Move::new)
        .list()
        .ofMinSize(40)
        .ofMaxSize(60)
        .withoutEdgeCases();
  }

  private static ListArbitrary<Move> moves(int rules, Set<Op> ops) {
    Arbitrary<Integer> rule =
        Arbitraries.frequencyOf(
            Tuple.of(5, Arbitraries.just(SAME)),
            Tuple.of(1, Arbitraries.integers().between(0, rules - 1)));
    return Combinators.combine(
            pauses(),
            rule,
            Arbitraries.frequency(weighed(ops)),
            sizes(),
            Arbitraries.integers().between(0, 999))
        .as(Move::new)
        .list();
  }

  private static Arbitrary<Pause> pauses() {
    return Arbitraries.frequency(
        Tuple.of(6, Pause.NONE),
        Tuple.of(2, Pause.MICRO),
        Tuple.of(2, Pause.MILLI),
        Tuple.of(3, Pause.RETRY),
        Tuple.of(1, Pause.RESET),
        Tuple.of(4, Pause.PART_OF_SECOND),
        Tuple.of(5, Pause.PART_OF_SLOT),
        Tuple.of(4, Pause.SLOT),
        Tuple.of(3, Pause.PART_OF_REFILL),
        Tuple.of(1, Pause.BACK_A_MICRO),
        Tuple.of(1, Pause.BACK_A_SECOND),
        Tuple.of(1, Pause.BACK_A_PART));
  }

  private static List<Tuple2<Integer, Op>> weighed(Set<Op> ops) {
    return Stream.of(
            Tuple.of(8, Op.CHECK),
            Tuple.of(3, Op.PEEK),
            Tuple.of(6, Op.RESERVE),
            Tuple.of(4, Op.TAKE),
            Tuple.of(3, Op.REFUND),
            Tuple.of(1, Op.RESET),
            Tuple.of(8, Op.LEASE),
            Tuple.of(4, Op.SPENT),
            Tuple.of(3, Op.RETURN),
            Tuple.of(4, Op.RENEW))
        .filter(weight -> ops.contains(weight.get2()))
        .toList();
  }

  private static Arbitrary<Size> sizes() {
    return Arbitraries.frequency(
        Tuple.of(1, Size.NOTHING),
        Tuple.of(4, Size.ONE),
        Tuple.of(3, Size.LEVEL),
        Tuple.of(3, Size.LEVEL_AND_ONE),
        Tuple.of(10, Size.PART),
        Tuple.of(2, Size.BURST),
        Tuple.of(1, Size.BURST_AND_ONE),
        Tuple.of(1, Size.HUGE));
  }
}
