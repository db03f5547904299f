package dev.ratelimit.local.lease;

import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;
import java.time.Instant;

/** Nothing is leased, and denials are remembered: as exact as the store. */
class StrictContractTest extends LimiterContract {

  private final FakeClock clock = FakeClock.at(Instant.parse("2026-03-29T01:30:00Z"));

  @Override
  protected FakeClock clock() {
    return clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    return TieredLimiter.builder(
            new StoreLimiter(new HandStore(clock), rules, clock, Runnable::run))
        .strict()
        .fallback(Fallback.closed())
        .executor(Runnable::run)
        .build();
  }
}
