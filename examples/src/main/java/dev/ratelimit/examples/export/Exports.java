package dev.ratelimit.examples.export;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Limiter;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.LocalLimiter;
import java.time.Duration;

/** Exports what a tenant asks for, as often as the limiter allows. */
public final class Exports {

  private final Limiter limiter;

  /**
   * Makes them.
   *
   * @param limiter asked once for each export
   */
  public Exports(Limiter limiter) {
    this.limiter = limiter;
  }

  /**
   * {@return what the tenant is told}
   *
   * @param tenant who asks
   */
  public String export(String tenant) {
    Decision decision = limiter.check(tenant);
    return decision.allowed()
        ? "exported, " + decision.remaining() + " left"
        : "come back in " + minutes(decision.retryAfter()) + " minutes";
  }

  private static long minutes(Duration wait) {
    return wait.plusSeconds(59).toMinutes(); // rounded up, so that nobody comes back too early
  }

  /**
   * Exports three times where two are allowed in an hour.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try (PermitLimiter limiter = LocalLimiter.builder(Limit.perHour(2)).build()) {
      Exports exports = new Exports(limiter);
      for (int i = 0; i < 3; i++) {
        System.out.println(exports.export("tenant-42"));
      }
    }
  }
}
