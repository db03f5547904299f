package dev.ratelimit.local;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * One step of a history: a pause, and what a key is asked then.
 *
 * @param question what it is asked
 * @param rule the index of the rule it comes under from now on, -1 to stay under the last
 * @param amount the cost, or what is taken or given back
 * @param waitMicros how long a reservation may wait
 * @param pauseMicros the pause
 */
record Move(Question question, int rule, long amount, long waitMicros, long pauseMicros) {

  enum Question {
    CHECK,
    PEEK,
    RESERVE,
    TAKE,
    REFUND,
    RESET
  }

  /** {@return what a key is told, as a text that is the same whoever answers} */
  String answer(Store store, Rule under, long nowMicros) {
    try {
      return asked(store, under, nowMicros);
    } catch (IllegalArgumentException e) {
      return "refused: " + e.getMessage();
    }
  }

  private String asked(Store store, Rule under, long now) {
    return switch (question) {
      case CHECK -> text(store.check("key", under, amount, now));
      case PEEK -> text(store.peek("key", under, amount, now));
      case REFUND -> text(store.refund("key", under, amount, now));
      case RESET -> text(store.reset("key", under, now));
      case TAKE -> {
        Taken taken = store.take("key", under, amount, now);
        yield taken.granted() + " " + text(taken.decision());
      }
      case RESERVE -> {
        Held held = store.reserve("key", under, new Hold(amount, waitMicros), now);
        yield held.waitMicros() + " " + text(held.decision());
      }
    };
  }

  static String text(Decision decision) {
    return decision.toBuilder().origin(Origin.LOCAL).build() + " at " + decision.resetAt();
  }

  /** {@return histories under so many rules, most of whose moves stay under the last one} */
  static Arbitrary<List<Move>> histories(
      int rules, Arbitrary<Long> amounts, Arbitrary<Long> pauses) {
    return Combinators.combine(
            Arbitraries.of(Question.class),
            Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.integers().between(0, rules - 1)),
                Tuple.of(4, Arbitraries.just(-1))),
            amounts,
            Arbitraries.of(0L, 1L, 1_000L, 300_000L, 60_000_000L),
            pauses)
        .as(Move::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }
}
