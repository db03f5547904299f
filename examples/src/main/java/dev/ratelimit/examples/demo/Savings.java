package dev.ratelimit.examples.demo;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What leases save.
 *
 * @param strict the run without them
 * @param leased the run with them
 */
record Savings(Verdict strict, Verdict leased) {

  private static final double PERCENT = 100;

  /** {@return what the one run saved against the other, if there were both} */
  static Optional<Savings> of(List<Verdict> verdicts) {
    return verdicts.size() == 2
        ? Optional.of(new Savings(verdicts.get(0), verdicts.get(1)))
        : Optional.empty();
  }

  private static double a(long part, Verdict verdict) {
    return (double) part / Math.max(1, verdict.checks());
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%nleased, %.0f %% of the checks needed no Redis (strict: %.0f %%, denials); calls to Redis a"
            + " check: %.2f (strict: %.2f)",
        PERCENT * a(leased.withoutRedis(), leased),
        PERCENT * a(strict.withoutRedis(), strict),
        a(leased.storeCalls(), leased),
        a(strict.storeCalls(), strict));
  }
}
