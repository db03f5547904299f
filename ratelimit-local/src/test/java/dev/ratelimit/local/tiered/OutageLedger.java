package dev.ratelimit.local.tiered;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a fleet admitted step by step, held against what it may over any stretch of steps. */
final class OutageLedger {

  private static final double RATE = 0.5; // permits in a step of 10 ms
  private static final double BURST = OutageFleet.LIMIT.burst();
  private static final double SHARE = Math.floor(BURST / OutageFleet.INSTANCES);
  private static final double SHARES = OutageFleet.INSTANCES * SHARE;

  /** What the declared bound counts beside outages. */
  private enum Term {
    GAPS,
    RESTARTS
  }

  /**
   * Of a step: what was admitted, how many instances were restarted, and from how many the store
   * was away.
   */
  private record Step(long admitted, int restarts, boolean some, boolean all) {}

  private final List<Step> steps = new ArrayList<>();
  private long admitted;
  private int restarts;

  void restarted() {
    restarts++;
  }

  void admitted(long permits) {
    admitted += permits;
  }

  void step(int away, int instances) {
    steps.add(new Step(admitted, restarts, away > 0, away == instances));
    admitted = 0;
    restarts = 0;
  }

  long total() {
    return steps.stream().mapToLong(Step::admitted).sum();
  }

  /** {@return by how much the worst stretch exceeds the declared bound; negative if none does} */
  double excess() {
    return excess(EnumSet.allOf(Term.class));
  }

  /** {@return the same, of the bound in which shares gain nothing between outages} */
  double excessWithoutGaps() {
    return excess(EnumSet.of(Term.RESTARTS));
  }

  /** {@return the same, of the bound in which an instance that is restarted has nothing anew} */
  double excessWithoutRestarts() {
    return excess(EnumSet.of(Term.GAPS));
  }

  private double excess(Set<Term> terms) {
    double worst = Double.NEGATIVE_INFINITY;
    for (int from = 0; from < steps.size(); from += 10) {
      worst = Math.max(worst, excessFrom(from, terms));
    }
    return worst;
  }

  /** All stretches from a step on, each in one go from the one before. */
  private double excessFrom(int from, Set<Term> terms) {
    double worst = Double.NEGATIVE_INFINITY;
    double sum = 0;
    double past = BURST; // without what the present outage or gap adds
    double mixed = 0;
    int outage = 0;
    int gap = 0;
    boolean any = false;
    for (int i = from; i < steps.size(); i++) {
      Step step = steps.get(i);
      sum += step.admitted;
      past += terms.contains(Term.RESTARTS) ? SHARE * step.restarts : 0;
      mixed += step.some && !step.all ? 1 : 0;
      if (step.some) {
        if (outage == 0) {
          past += any ? (terms.contains(Term.GAPS) ? Math.min(SHARES, RATE * gap) : 0) : SHARES;
          any = true;
        }
        outage++;
      } else if (outage > 0) {
        past += Math.min(BURST, RATE * outage);
        outage = 0;
        gap = 1;
      } else {
        gap++;
      }
      double bound = past + Math.min(BURST, RATE * outage) + RATE * (i - from + 1 + mixed);
      worst = Math.max(worst, sum - bound);
    }
    return worst;
  }
}
