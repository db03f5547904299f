package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StoreLimiterContractTest extends LimiterContract {

  private final FakeClock clock = FakeClock.atEpoch();

  @Override
  protected FakeClock clock() {
    return clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    return new StoreLimiter(
        new OwnClockStore(clock), rules, clock, new CompletableFuture<>().defaultExecutor());
  }

  @Test
  void closedWhileWaiting_givesThePermitsBack() throws Exception {
    Rule rule = Rule.of(Limit.perSecond(1));
    OwnClockStore store = new OwnClockStore(clock);
    PermitLimiter limiter = new StoreLimiter(store, Rules.all(rule), clock, Runnable::run);
    limiter.check("key");
    CompletableFuture<Decision> future = limiter.acquireAsync("key", 1, Duration.ofSeconds(1));

    limiter.close();

    assertThat(future).isCompletedExceptionally();
    assertThat(store.peek("key", rule, 1, clock.micros()))
        .isDenied()
        .hasRetryAfter(Duration.ofSeconds(1));
  }
}
