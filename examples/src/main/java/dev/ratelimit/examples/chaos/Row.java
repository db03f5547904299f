package dev.ratelimit.examples.chaos;

import java.util.Locale;

/**
 * What came of a fault for one kind of caller.
 *
 * @param fault what befell Redis
 * @param limiter whom the callers asked
 * @param checks how many there were
 * @param gapMillis for how long Redis answered no check of some key
 * @param longestMillis the longest check
 * @param unavailable checks that ended by a {@code StoreException}
 * @param fallbacks checks that a fallback answered
 * @param escaped checks that ended by anything else
 * @param uncertain requests of which it is not known whether they were charged
 * @param mostUncertain how many may be
 * @param doubled charges that no request explains
 * @param lost charges that were acknowledged and are gone
 * @param healed whether Redis answered for every key at the end
 * @param mayLose whether that may happen
 */
record Row(
    String fault,
    String limiter,
    long checks,
    double gapMillis,
    double longestMillis,
    long unavailable,
    long fallbacks,
    long escaped,
    long uncertain,
    long mostUncertain,
    long doubled,
    long lost,
    boolean healed,
    boolean mayLose) {

  static final String HEADER =
      String.format(
          Locale.ROOT,
          "%-18s %-13s %7s %8s %9s %6s %8s %7s %11s %7s %5s  %s",
          "fault",
          "limiter",
          "checks",
          "gap ms",
          "longest",
          "told",
          "fallback",
          "escaped",
          "uncertain",
          "doubled",
          "lost",
          "verdict");

  /**
   * {@return whether nothing was charged twice, nothing escaped, no more is uncertain than may be,
   * and Redis was found again}
   */
  boolean isKept() {
    return doubled == 0
        && healed
        && escaped == 0
        && uncertain <= mostUncertain
        && (mayLose || lost == 0)
        && (unavailable == 0 || fallbacks == 0);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%-18s %-13s %7d %8.0f %9.1f %6d %8d %7d %11s %7d %5d  %s",
        fault,
        limiter,
        checks,
        gapMillis,
        longestMillis,
        unavailable,
        fallbacks,
        escaped,
        uncertain + "/" + mostUncertain,
        doubled,
        lost,
        isKept() ? "kept" : "BROKEN");
  }
}
