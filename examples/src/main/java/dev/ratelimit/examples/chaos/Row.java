package dev.ratelimit.examples.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What came of a fault for one kind of caller.
 *
 * @param limiter whom the callers asked
 * @param callers what they were told
 * @param heard what the limiter told
 * @param charges what was charged, where that can be told
 * @param admitted what was admitted, where a limit was reached
 */
record Row(
    String limiter,
    List<Callers> callers,
    Heard heard,
    Optional<Charges> charges,
    Optional<Admitted> admitted) {

  private static final String NOT_APPLICABLE = "-";

  /** {@return whether every promise was kept, and Redis found again} */
  boolean isKept() {
    boolean recovered = callers.stream().allMatch(Callers::hasRecovered);
    return recovered
        && sum(Callers::escaped) == 0
        && charges.map(Charges::areKept).orElse(true)
        && admitted.map(Admitted::isKept).orElse(true);
  }

  /** {@return its figures under their names} */
  Map<String, Object> cells() {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("limiter", limiter);
    cells.put("checks", sum(Callers::checks));
    cells.put("longest ms", most(Callers::longestCheckMillis));
    cells.put("gap ms", Math.round(most(Callers::longestGapMillis)));
    cells.put("recovery ms", Math.round(most(Callers::recoveryMillis)));
    cells.put("told", sum(Callers::unavailable));
    cells.put("fallback", sum(Callers::fallbacks));
    cells.put("escaped", sum(Callers::escaped));
    cells.put("uncertain", heard.uncertain());
    cells.put("most", charges.<Object>map(Charges::mostUncertain).orElse(NOT_APPLICABLE));
    cells.put("doubled", charges.<Object>map(Charges::doubled).orElse(NOT_APPLICABLE));
    cells.put("never sent", charges.<Object>map(Charges::neverSent).orElse(NOT_APPLICABLE));
    cells.put("lost", charges.<Object>map(Charges::lost).orElse(NOT_APPLICABLE));
    cells.put("admitted", admitted.<Object>map(Admitted::permits).orElse(NOT_APPLICABLE));
    cells.put("bound", admitted.<Object>map(Admitted::most).orElse(NOT_APPLICABLE));
    cells.put("probes", heard.probes());
    return cells;
  }

  private long sum(ToLongFunction<Callers> figure) {
    return callers.stream().mapToLong(figure).sum();
  }

  private double most(ToDoubleFunction<Callers> figure) {
    double most = callers.stream().mapToDouble(figure).max().orElse(0);
    return Math.round(most * 10) / 10.0;
  }
}
