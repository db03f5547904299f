package dev.ratelimit.examples;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.LocalLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our side of {@code docs/migration.md}; that of the others is a test of the benchmarks. */
class MigrationExamplesTest {

  private final List<String> replies = new ArrayList<>();

  private void reply(int status, Duration retryAfter) {
    replies.add(status + " " + retryAfter);
  }

  @Test
  void fromBucket4j() {
    PermitLimiter limiter = LocalLimiter.builder(Limit.perMinute(100).withBurst(20)).build();

    Decision decision = limiter.check("tenant-42", 10);
    if (!decision.allowed()) {
      reply(429, decision.retryAfter());
    }

    assertThat(decision).isAllowed().hasRemaining(10);
    assertThat(replies).isEmpty();
  }

  @Test
  void fromResilience4j() {
    PermitLimiter limiter = LocalLimiter.builder(Limit.perMinute(100)).build();

    boolean allowed = limiter.check("export").allowed();

    assertThat(allowed).isTrue();
  }

  @Test
  void fromGuava() throws InterruptedException {
    PermitLimiter limiter =
        LocalLimiter.builder(Limit.leakyBucket(5, Duration.ofSeconds(1))).build();

    Decision decision = limiter.acquire("all", 1, Duration.ofMinutes(1)); // waits

    assertThat(decision).isAllowed().hasLimit(1);
  }
}
