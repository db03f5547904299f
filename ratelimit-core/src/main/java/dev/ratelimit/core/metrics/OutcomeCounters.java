package dev.ratelimit.core.metrics;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import dev.ratelimit.Outcome;
import io.micrometer.core.instrument.Counter;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one rule's decisions, each made when it is first needed.
 *
 * <p>Thread-safe: takes no lock once they are there.
 */
final class OutcomeCounters {

  private static final int ORIGINS = Origin.values().length;

  private final DecisionCounters.OfRule maker;
  private final AtomicReferenceArray<@Nullable Counter> counters =
      new AtomicReferenceArray<>(Outcome.values().length * ORIGINS);

  OutcomeCounters(DecisionCounters.OfRule maker) {
    this.maker = maker;
  }

  @SuppressWarnings("EnumOrdinal") // this is in the path of every check
  void count(Decision decision) {
    Outcome outcome = decision.outcome();
    Origin origin = decision.origin();
    int place = outcome.ordinal() * ORIGINS + origin.ordinal();
    @Nullable Counter known = counters.get(place);
    (known == null ? made(place, outcome, origin) : known).increment();
  }

  /** A registry gives the same counter to all who ask at once. */
  private Counter made(int place, Outcome outcome, Origin origin) {
    Counter counter = maker.of(outcome, origin);
    counters.set(place, counter);
    return counter;
  }
}
