package dev.ratelimit.examples.demo;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows the state of the service once a second: a page on a terminal, a line elsewhere. */
final class View {

  private static final int MOST_DENIED = 3;
  private static final String CLEAR = "\u001b[H\u001b[2J";

  private final PrintStream out;
  private final boolean terminal;
  private final Mode mode;
  private final List<Tenant> tenants;
  private final Events events;
  private long callsBefore;

  View(PrintStream out, boolean terminal, Mode mode, List<Tenant> tenants, Events events) {
    this.mode = mode;
    this.out = out;
    this.terminal = terminal;
    this.tenants = tenants;
    this.events = events;
  }

  /**
   * Shows what has happened since the last time.
   *
   * @param denied how often each tenant was denied in the last minute, about
   */
  void show(double seconds, boolean outage, Map<String, Long> denied) {
    Checks.Interval checks = events.checks().sinceLast();
    long calls = events.storeCalls();
    String redis =
        text(
            "Redis calls %d%s%s",
            calls - callsBefore,
            outage ? " (killed)" : "",
            events.degraded() > 0 ? "  DEGRADED instances: " + events.degraded() : "");
    callsBefore = calls;
    String limited = limited(denied);
    out.print(
        terminal
            ? CLEAR + page(seconds, checks, redis, limited)
            : line(seconds, checks, redis, limited));
    out.flush();
  }

  private String line(double seconds, Checks.Interval checks, String redis, String limited) {
    return text(
        "%s %5.1f s  allowed %d  denied %d  checks %d  p50 %.0f us  p99 %.0f us  %s  denied most: %s%n",
        mode,
        seconds,
        sum(true),
        sum(false),
        checks.count(),
        checks.p50Micros(),
        checks.p99Micros(),
        redis,
        limited);
  }

  private String page(double seconds, Checks.Interval checks, String redis, String limited) {
    StringBuilder page = new StringBuilder();
    page.append(
        text(
            "ratelimit demo   %s   %.0f s   checks %d   p50 %.0f us   p99 %.0f us   %s%n%n",
            mode, seconds, checks.count(), checks.p50Micros(), checks.p99Micros(), redis));
    page.append(text("%-8s %-6s %10s %10s%n", "tenant", "plan", "allowed", "denied"));
    for (Tenant tenant : tenants) {
      page.append(
          text(
              "%-8s %-6s %10d %10d%n",
              tenant.name(), tenant.plan(), tenant.allowed().sum(), tenant.denied().sum()));
    }
    return page.append(
            text(
                "%ndenied most, in the last minute: %s%nanswered by the fallback: %d   uncertain charges: %d%n",
                limited, events.fallbacks(), events.uncertain()))
        .toString();
  }

  private static String limited(Map<String, Long> denied) {
    String names =
        denied.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(MOST_DENIED)
            .map(entry -> entry.getKey() + " " + entry.getValue())
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
