package dev.ratelimit.examples;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;

class MyLimiterTest extends LimiterContract {
  private final FakeClock clock = FakeClock.atEpoch();

  @Override
  protected FakeClock clock() {
    return clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    return new MyLimiter(rules, clock);
  }
}
