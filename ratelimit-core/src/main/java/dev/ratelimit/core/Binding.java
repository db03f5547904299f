package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import java.util.Comparator;
import java.util.List;

/** Which of several decisions on one request is reported: the one that limits it most. */
public final class Binding {

  private static final Comparator<Decision> BY_WAIT =
      Comparator.comparing((Decision decision) -> decision.outcome() == Outcome.NEVER)
          .thenComparing(Decision::retryAfter);

  private Binding() {}

  /**
   * {@return of denials the one with the longest wait, else the one with the fewest permits
   * remaining; of equals the first}
   *
   * @param decisions at least 1
   * @throws IllegalArgumentException if there are none
   */
  public static Decision of(List<Decision> decisions) {
    return decisions.get(indexOf(decisions));
  }

  /** {@return the place of that one} */
  static int indexOf(List<Decision> decisions) {
    if (decisions.isEmpty()) {
      throw new IllegalArgumentException("decisions must be at least 1, were none");
    }
    int binding = 0;
    for (int i = 1; i < decisions.size(); i++) {
      if (limitsMore(decisions.get(i), decisions.get(binding))) {
        binding = i;
      }
    }
    return binding;
  }

  private static boolean limitsMore(Decision some, Decision other) {
    if (some.allowed() && other.allowed()) {
      return some.remaining() < other.remaining();
    }
    return other.allowed() || (!some.allowed() && BY_WAIT.compare(some, other) > 0);
  }
}
