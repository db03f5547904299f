package dev.ratelimit.local.lease;

import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;
import java.time.Instant;

/**
 * The contract asks an exact limiter what is left at the store, to the permit; of a leased key that
 * says nothing of the permits in hand. So only limits beyond those of its histories are leased.
 */
class LeasedContractTest extends LimiterContract {

  private final FakeClock clock = FakeClock.at(Instant.parse("2026-03-29T01:30:00Z"));

  @Override
  protected FakeClock clock() {
    return clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    return TieredLimiter.builder(
            new StoreLimiter(new HandStore(clock), rules, clock, Runnable::run))
        .leastLeasedBurst(1_000_000)
        .fallback(Fallback.closed())
        .executor(Runnable::run)
        .build();
  }
}
