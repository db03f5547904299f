package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three instances that lose their Redis, admit from their shares, and find it again. */
@RedisTest
class OutagePostingsIT {

  private static final int INSTANCES = 3;

  /** Each instance has 33 permits, of which one comes back every 7,200 s. */
  private static final Rule RULE = Rule.of(Limit.perDay(36).withBurst(100));

  /** A slow machine is not to look like an outage. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final AtomicInteger degraded = new AtomicInteger();
  private final AtomicLong lost = new AtomicLong();
  private final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onLostPosting(long permits) {
          lost.addAndGet(permits);
        }

        @Override
        public void onDegraded(String store) {
          degraded.incrementAndGet();
        }
      };
  private final List<PermitLimiter> fleet = new ArrayList<>();
  private FaultProxy proxy;
  private RedisLimiter others;

  @BeforeEach
  void open(RedisServer redis) {
    proxy = FaultProxy.to(redis);
    others =
        RedisLimiter.builder(RedisURI.create(redis.uri()))
            .rules(Rules.all(RULE))
            .deadline(PATIENCE)
            .build();
    for (int i = 0; i < INSTANCES; i++) {
      RedisLimiter shared =
          RedisLimiter.builder(RedisURI.create(proxy.uri()))
              .rules(Rules.all(RULE))
              .deadline(PATIENCE)
              .listener(listener)
              .build();
      fleet.add(
          TieredLimiter.builder(shared)
              .fallback(Fallback.local(INSTANCES))
              .listener(listener)
              .build());
    }
  }

  @AfterEach
  void close() {
    fleet.forEach(PermitLimiter::close);
    others.close();
    proxy.close();
  }

  /** From when a breaker is open, nothing is sent: until then a look may have been. */
  private void loseRedis() {
    proxy.refuse();
    proxy.cut();
    for (int opened = 1; opened <= INSTANCES; opened++) {
      PermitLimiter limiter = fleet.get(opened - 1);
      int wanted = opened;
      Patience.until(
          "a breaker is open",
          () -> limiter.peek("another", 1).degraded() && degraded.get() >= wanted);
    }
  }

  private void findRedis() {
    proxy.heal();
    for (PermitLimiter limiter : fleet) {
      Patience.until(
          "Redis is found again", () -> limiter.peek("another", 1).origin() == Origin.STORE);
    }
  }

  @Test
  void sharesStartFromRedisAndAreChargedToItAfterwards() {
    for (PermitLimiter limiter : fleet) {
      assertThat(limiter.check("busy", 20).origin()).isEqualTo(Origin.STORE);
    }

    loseRedis();
    long admitted = 0;
    for (PermitLimiter limiter : fleet) {
      for (int i = 0; i < 40; i++) {
        admitted += limiter.check("busy").allowed() ? 1 : 0;
      }
      assertThat(limiter.check("fresh", 20).allowed()).isTrue();
    }
    findRedis();
    Patience.until("postings", () -> others.peek("fresh", 0).remaining() <= 100 - 3 * 19);
    Patience.until("postings", () -> others.peek("busy", 0).remaining() == 0);

    // The shares had heard of 20, 40 and 60 of 100: of 33 they began with 26, 19 and 13.
    assertThat(admitted).isEqualTo(26 + 19 + 13);
    assertThat(others.peek("fresh", 0).remaining()).isEqualTo(100 - 3 * 19);
    assertThat(lost).hasValue(0);
  }
}
