package dev.ratelimit.redis;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.contract.LimiterContract;
import dev.ratelimit.testkit.redis.RedisServers;
import java.time.Instant;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisLimiterContractIT extends LimiterContract {

  @RegisterExtension static final RedisServers REDIS = RedisServers.shared();

  private final FakeClock clock = FakeClock.at(Instant.parse("2026-03-29T01:30:00Z"));

  @Override
  protected FakeClock clock() {
    return clock;
  }

  @Override
  protected PermitLimiter limiter(Rules rules) {
    REDIS.server().command("FLUSHDB");
    return new StoreLimiter(
        HandClockStore.of(REDIS.server(), clock), rules, clock, ForkJoinPool.commonPool());
  }
}
