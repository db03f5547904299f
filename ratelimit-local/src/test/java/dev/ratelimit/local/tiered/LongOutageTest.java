package dev.ratelimit.local.tiered;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.local.fallback.ShakyStore;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ten instances that have been without their store for an hour, under 100 a minute. */
class LongOutageTest {

  private static final Rule RULE = Rule.of("paid", Limit.perMinute(100));
  private static final int INSTANCES = 10;
  private static final Duration REFILL = Duration.ofMinutes(1);

  private final FakeClock clock = FakeClock.atMicros(1_700_000_000_000_000L);
  private final SimulatedStore shared = new SimulatedStore();
  private final List<ShakyStore> ways = new ArrayList<>();
  private final List<PermitLimiter> limiters = new ArrayList<>();

  LongOutageTest() {
    for (int i = 0; i < INSTANCES; i++) {
      ShakyStore way = new ShakyStore(clock, shared);
      ways.add(way);
      limiters.add(
          TieredLimiter.builder(new StoreLimiter(way, Rules.all(RULE), clock, Runnable::run))
              .fallback(Fallback.local(INSTANCES))
              .seed(i)
              .build());
    }
  }

  private long hourWithoutTheStore() {
    long admitted = 0;
    ways.forEach(ShakyStore::goAway);
    for (int second = 0; second < 3_600; second++) {
      for (PermitLimiter limiter : limiters) {
        admitted += limiter.check("key").allowed() ? 1 : 0;
      }
      clock.advance(Duration.ofSeconds(1));
    }
    ways.forEach(ShakyStore::comeBack);
    return admitted;
  }

  @Test
  void postings_denyTheKeyForOneRefillAtMost() {
    assertThat(hourWithoutTheStore()).isBetween(6_000L, 6_100L);
    limiters.forEach(limiter -> limiter.peek("another", 1));

    clock.advance(Duration.ofSeconds(1));

    // Ten shares of ten owe 8 or 9 each, of which parts of permits are not posted.
    assertThat(shared.peek("key", RULE, 0, clock.micros()).remaining()).isBetween(10L, 30L);
    assertThat(shared.peek("key", RULE, 0, clock.micros()).resetAfter())
        .isLessThanOrEqualTo(REFILL);
    clock.advance(REFILL);
    assertThat(limiters.get(0).check("key", 100)).isAllowed();
  }

  /** Each share owes 30 of its 10: three refills of the key together. */
  @Test
  void postingsOfReservationsAhead_putTheKeyIntoNoDebt() {
    ways.forEach(ShakyStore::goAway);
    for (PermitLimiter limiter : limiters) {
      for (int minutes = 0; minutes < 3; minutes++) {
        assertThat(limiter.reserve("key", 10, REFILL.multipliedBy(minutes)).decision()).isAllowed();
      }
    }
    ways.forEach(ShakyStore::comeBack);
    limiters.forEach(limiter -> limiter.peek("another", 1));

    clock.advance(Duration.ofSeconds(1));

    assertThat(shared.peek("key", RULE, 0, clock.micros()).remaining()).isLessThan(2);
    clock.advance(REFILL.dividedBy(100));
    assertThat(limiters.get(0).check("key")).isAllowed();
    clock.advance(REFILL);
    assertThat(limiters.get(0).check("key", 100)).isAllowed();
  }
}
