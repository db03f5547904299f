package dev.ratelimit.examples.demo;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows the state of the service once a second: a page on a terminal, a line elsewhere. */
final class View {

  private static final String CLEAR = "\u001b[H\u001b[2J";

  private final PrintStream out;
  private final boolean terminal;
  private final List<Tenant> tenants;

  View(PrintStream out, boolean terminal, List<Tenant> tenants) {
    this.out = out;
    this.terminal = terminal;
    this.tenants = tenants;
  }

  void show(double seconds, Checks.Interval checks) {
    out.print(terminal ? CLEAR + page(seconds, checks) : line(seconds, checks));
    out.flush();
  }

  private String line(double seconds, Checks.Interval checks) {
    return text(
        "%5.1f s  allowed %d  denied %d  checks/s %d  p50 %.1f us  p99 %.1f us  limited: %s%n",
        seconds,
        sum(true),
        sum(false),
        checks.count(),
        checks.p50Micros(),
        checks.p99Micros(),
        limited());
  }

  private String page(double seconds, Checks.Interval checks) {
    StringBuilder page = new StringBuilder();
    page.append(
        text(
            "ratelimit demo   %.0f s   checks/s %d   p50 %.1f us   p99 %.1f us%n%n",
            seconds, checks.count(), checks.p50Micros(), checks.p99Micros()));
    page.append(text("%-8s %-6s %10s %10s%n", "tenant", "plan", "allowed", "denied"));
    for (Tenant tenant : tenants) {
      page.append(
          text(
              "%-8s %-6s %10d %10d%n",
              tenant.name(), tenant.plan(), tenant.allowed().sum(), tenant.denied().sum()));
    }
    return page.append(text("%nlimited: %s%n", limited())).toString();
  }

  private String limited() {
    String names =
        tenants.stream()
            .filter(tenant -> tenant.denied().sum() > 0)
            .map(Tenant::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "nobody" : names;
  }

  private long sum(boolean allowed) {
    return tenants.stream().mapToLong(t -> (allowed ? t.allowed() : t.denied()).sum()).sum();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
