package dev.ratelimit.examples.demo;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What leases save.
 *
 * @param strict calls to Redis a check without them
 * @param leased and with them
 */
record Savings(double strict, double leased) {

  /** {@return what the one run saved against the other, if there were both} */
  static Optional<Savings> of(List<Verdict> verdicts) {
    return verdicts.size() == 2
        ? Optional.of(new Savings(callsOf(verdicts.get(0)), callsOf(verdicts.get(1))))
        : Optional.empty();
  }

  private static double callsOf(Verdict verdict) {
    return (double) verdict.storeCalls() / Math.max(1, verdict.checks());
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%nleases saved %.0f %% of the calls to Redis: %.2f a check instead of %.2f",
        100 * (1 - leased / strict),
        leased,
        strict);
  }
}
