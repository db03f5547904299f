package dev.ratelimit.examples.demo;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * What was admitted against what may be.
 *
 * @param tenants with what they were answered
 * @param bound what may be admitted at most
 * @param unanswered how many requests failed
 * @param storeCalls how many calls Redis answered
 */
record Verdict(List<Tenant> tenants, Bound bound, long unanswered, long storeCalls) {

  /** {@return whether everybody was served, and nobody more than the bound} */
  boolean passed() {
    return storeCalls > 0
        && tenants.stream().allMatch(tenant -> kept(tenant) && tenant.allowed().sum() > 0);
  }

  private boolean kept(Tenant tenant) {
    return tenant.allowed().sum() <= bound.of(tenant.limit());
  }

  void print(PrintStream out) {
    out.printf(Locale.ROOT, "%nadmitted in %.3f s, against %s%n", bound.seconds(), bound.formula());
    for (Tenant tenant : tenants) {
      out.printf(
          Locale.ROOT,
          "  %-8s %-6s %8d of at most %10.1f   %s%n",
          tenant.name(),
          tenant.plan(),
          tenant.allowed().sum(),
          bound.of(tenant.limit()),
          tenant.allowed().sum() == 0 ? "NOT SERVED" : kept(tenant) ? "kept" : "EXCEEDED");
    }
    out.printf(Locale.ROOT, "  requests without an answer: %d%n", unanswered);
    out.println("verdict: " + inWords());
  }

  private String inWords() {
    if (!tenants.stream().allMatch(this::kept)) {
      return "FAILED: a limit was exceeded";
    }
    if (storeCalls == 0) {
      return "FAILED: Redis never answered";
    }
    return passed()
        ? "every limit was kept"
        : "FAILED: somebody was not served at all; a machine that starts slowly needs a longer --duration";
  }
}
