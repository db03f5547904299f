package dev.ratelimit.local.tiered;

import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;

/** A store that is well: the fallback, which would deny everything, is never asked. */
class TieredLimiterContractTest extends LimiterContract {

  private final Outage noOutage = new Outage();

  TieredLimiterContractTest() {
    noOutage.store.comeBack();
  }

  @Override
  protected FakeClock clock() {
    return noOutage.clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    return noOutage.limiter(rules, Fallback.closed());
  }
}
