package dev.ratelimit.core.allof;

import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.algorithm.Wait;
import java.util.List;

/** Finds which of several limits a decision reports: the first declared on a tie. */
final class Binding {

  private Binding() {}

  /** {@return the index of the limit with the longest wait, {@link Wait#NEVER} being longest} */
  static int longestWait(List<Step<Verdict>> looks) {
    int longest = 0;
    for (int i = 1; i < looks.size(); i++) {
      if (rank(looks.get(i)) > rank(looks.get(longest))) {
        longest = i;
      }
    }
    return longest;
  }

  private static long rank(Step<Verdict> look) {
    long wait = look.answer().retryAfterMicros();
    return isNever(wait) ? Long.MAX_VALUE : wait;
  }

  static boolean isNever(long wait) {
    return wait == Wait.NEVER;
  }

  /** {@return the report with the fewest permits remaining} */
  static Report fewestRemaining(List<Report> reports) {
    int fewest = 0;
    for (int i = 1; i < reports.size(); i++) {
      if (reports.get(i).remaining() < reports.get(fewest).remaining()) {
        fewest = i;
      }
    }
    return reports.get(fewest).withBinding(fewest);
  }
}
