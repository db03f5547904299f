package dev.ratelimit.examples;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Keys;
import dev.ratelimit.Limit;
import dev.ratelimit.Limiter;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.local.LocalLimiter;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.StubLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The examples of the documents. */
class ReadmeExamplesTest {

  private final FakeClock clock = FakeClock.atEpoch();
  private final List<String> replies = new ArrayList<>();

  private void reply(int status, Duration retryAfter) {
    replies.add(status + " " + retryAfter);
  }

  /** What the example of the stub limiter tests. */
  private static final class Exporter {

    private final Limiter limiter;

    Exporter(Limiter limiter) {
      this.limiter = limiter;
    }

    int export(String tenant) {
      return limiter.check(Keys.of(tenant, "export"), 10).allowed() ? 200 : 429;
    }
  }

  @Test
  void firstExample_allowsTwoExportsOfTen() {
    PermitLimiter limiter = LocalLimiter.builder(Limit.perMinute(100).withBurst(20)).build();

    Decision decision = limiter.check(Keys.of("tenant-42", "export"), 10);
    if (!decision.allowed()) {
      reply(429, decision.retryAfter());
    }

    assertThat(decision).isAllowed().hasRemaining(10).hasOrigin(Origin.LOCAL);
    assertThat(replies).isEmpty();
  }

  @Test
  void kindsOfLimit_differInWhatTheyKeepTo() {
    Limit login = Limit.slidingLog(5, Duration.ofMinutes(15));
    Limit quota = Limit.fixedWindow(10_000, Duration.ofDays(1)).withOffset(Duration.ZERO);
    Limit api = Limit.allOf(Limit.perSecond(20), Limit.perHour(5_000));

    Map<String, Limit> limits = Map.of("login", login, "quota", quota, "api", api);
    PermitLimiter limiter =
        LocalLimiter.builder(key -> Rule.of(limits.get(key))).timeSource(clock).build();
    assertThat(limiter.check("login", 5)).isAllowed().hasResetAfter(Duration.ofMinutes(15));
    assertThat(limiter.check("quota")).isAllowed().hasResetAfter(Duration.ofDays(1));
    assertThat(limiter.check("api", 20)).isAllowed().hasRemaining(0).hasLimit(20);
  }

  @Test
  void rules_giveEachPlanItsLimit() {
    Rule free = Rule.of("free", Limit.perMinute(60));
    Rule paid = Rule.of("paid", Limit.perSecond(100).withBurst(500));

    PermitLimiter limiter =
        LocalLimiter.builder(key -> key.startsWith("paid:") ? paid : free)
            .maximumKeys(200_000)
            .build();

    assertThat(limiter.check("paid:7", 500)).isAllowed().hasRuleName("paid");
    assertThat(limiter.check("7", 61)).isNever().hasRuleName("free");
  }

  @Test
  void waiting_endsAtTheInstantThatWasTold() throws Exception {
    PermitLimiter limiter = LocalLimiter.builder(Limit.perSecond(1)).timeSource(clock).build();

    Decision decision = limiter.acquire("mail", 1, Duration.ofSeconds(5));
    CompletableFuture<Decision> later = limiter.acquireAsync("mail", 1, Duration.ofSeconds(5));
    Reservation reservation = limiter.reserve("mail", 1, Duration.ofSeconds(5));

    assertThat(decision).isAllowed();
    assertThat(reservation.waitTime()).isEqualTo(Duration.ofSeconds(2));
    assertThat(reservation.cancel()).isTrue();
    clock.advanceMicros(999_999);
    assertThat(later).isNotDone();
    clock.advanceMicros(1);
    assertThat(later.get()).isAllowed();
    assertThat(limiter.peek("mail", 1)).isDenied().hasRetryAfter(Duration.ofSeconds(1));
  }

  @Test
  void drainedTenant_isAllowedAgainAfterRetryAfter() {
    FakeClock clock = FakeClock.atEpoch();
    Limiter limiter = LocalLimiter.builder(Limit.perSecond(5)).timeSource(clock).build();
    limiter.check("tenant-42", 5);

    Decision denied = limiter.check("tenant-42");
    assertThat(denied).isDenied().hasRetryAfter(Duration.ofMillis(200));

    clock.advance(denied.retryAfter());
    assertThat(limiter.check("tenant-42")).isAllowed().hasRemaining(0);
  }

  @Test
  void deniedExport_isRefused() {
    StubLimiter limiter = StubLimiter.denying(Duration.ofSeconds(3));

    assertThat(new Exporter(limiter).export("tenant-42")).isEqualTo(429);
    assertThat(limiter.asked()).extracting(StubLimiter.Call::amount).containsExactly(10L);
  }
}
