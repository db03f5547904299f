package dev.ratelimit.examples.demo;

import dev.ratelimit.examples.bound.Bound;
import dev.ratelimit.examples.demo.Outage.Recovery;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was admitted against what may be.
 *
 * @param mode how Redis was asked
 * @param tenants with what they were answered
 * @param bound what may be admitted at most
 * @param unanswered how many requests failed
 * @param leftOut how many were not sent, since too many waited for their answers
 * @param storeCalls how many calls Redis answered
 * @param withoutRedis how many checks were answered from leases, or from what Redis denied before
 * @param recovery what an outage showed
 * @param stopped whether the user stopped the run before its time
 */
record Verdict(
    Mode mode,
    List<Tenant> tenants,
    Bound bound,
    long unanswered,
    long leftOut,
    long storeCalls,
    long withoutRedis,
    Recovery recovery,
    boolean stopped) {

  /** {@return whether everybody was served, nobody more than the bound, and Redis found again} */
  boolean passed() {
    return failure().isEmpty();
  }

  private boolean kept(Tenant tenant) {
    return tenant.allowed().sum() <= bound.of(tenant.limit());
  }

  /** {@return how many checks were answered} */
  long checks() {
    return tenants.stream().mapToLong(t -> t.allowed().sum() + t.denied().sum()).sum();
  }

  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%n%s: admitted in %.3f s, against %s%n",
        mode,
        bound.seconds(),
        bound.formula());
    for (Tenant tenant : tenants) {
      out.printf(
          Locale.ROOT,
          "  %-8s %-6s %8d of at most %10.1f   %s%n",
          tenant.name(),
          tenant.plan(),
          tenant.allowed().sum(),
          bound.of(tenant.limit()),
          tenant.allowed().sum() == 0 && !stopped
              ? "NOT SERVED"
              : kept(tenant) ? "kept" : "EXCEEDED");
    }
    out.printf(
        Locale.ROOT,
        "  checks %d, of which %d were answered from leases or earlier denials; calls to Redis %d%n"
            + "  requests without an answer: %d; not sent, since too many waited: %d%n",
        checks(),
        withoutRedis,
        storeCalls,
        unanswered,
        leftOut);
    out.println(
        "verdict: " + failure().map("FAILED: "::concat).orElse("every limit was kept" + added()));
  }

  private String added() {
    if (stopped) {
      return " until the run was stopped";
    }
    return recovery == Recovery.RECOVERED ? ", and the outage was survived" : "";
  }

  private Optional<String> failure() {
    if (!tenants.stream().allMatch(this::kept)) {
      return Optional.of("a limit was exceeded");
    }
    if (stopped) {
      return Optional.empty();
    }
    if (storeCalls == 0) {
      return Optional.of("Redis never answered");
    }
    if (unanswered > 0) {
      return Optional.of("requests were left without an answer");
    }
    if (recovery == Recovery.NEVER_DEGRADED || recovery == Recovery.NOT_RECOVERED) {
      return Optional.of(
          recovery == Recovery.NEVER_DEGRADED
              ? "no instance noticed that Redis was gone; a longer --duration gives it time"
              : "an instance did not find Redis again");
    }
    return tenants.stream().allMatch(tenant -> tenant.allowed().sum() > 0)
        ? Optional.empty()
        : Optional.of(
            "somebody was not served at all; a machine that starts slowly needs a longer --duration");
  }
}
