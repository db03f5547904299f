package dev.ratelimit.local.tiered;

import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.local.fallback.Outage;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;

/** A store that never answers: the share of one instance is the whole limit. */
class TieredLimiterOutageContractTest extends LimiterContract {

  private final Outage outage = new Outage();

  @Override
  protected FakeClock clock() {
    return outage.clock;
  }

  @Override
  protected boolean degraded() {
    return true;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    return outage.limiter(rules, Fallback.local(1));
  }
}
