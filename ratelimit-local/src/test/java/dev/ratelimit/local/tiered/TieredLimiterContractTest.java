package dev.ratelimit.local.tiered;

import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.local.fallback.Outage;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;
import java.time.Instant;

/** A store that is well: the fallback, which would deny everything, is never asked. */
class TieredLimiterContractTest extends LimiterContract {

  private final FakeClock clock = FakeClock.at(Instant.parse("2026-03-29T01:30:00Z"));

  @Override
  protected FakeClock clock() {
    return clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    Outage noOutage = new Outage(clock);
    noOutage.store.comeBack();
    return noOutage.limiter(rules, Fallback.closed());
  }
}
