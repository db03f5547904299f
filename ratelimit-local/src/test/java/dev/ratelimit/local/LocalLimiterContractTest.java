package dev.ratelimit.local;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;
import java.time.Instant;

class LocalLimiterContractTest extends LimiterContract {

  private final FakeClock clock = FakeClock.at(Instant.parse("2026-03-29T01:30:00Z"));

  @Override
  protected FakeClock clock() {
    return clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    return LocalLimiter.builder(rules).timeSource(clock).build();
  }
}
