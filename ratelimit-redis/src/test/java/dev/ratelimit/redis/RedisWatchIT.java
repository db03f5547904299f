package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Origin;
import dev.ratelimit.Request;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What those who watch a limiter over Redis are told of decisions. */
@RedisTest
class RedisWatchIT {

  private final List<String> decisions = new CopyOnWriteArrayList<>();
  private final List<Duration> answers = new CopyOnWriteArrayList<>();
  private final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onDecision(String key, Rule rule, Decision decision) {
          assertThat(decision.origin()).isEqualTo(Origin.STORE);
          decisions.add(key + " " + decision.outcome());
        }

        @Override
        public void onStoreAnswer(Decision decision, Duration took) {
          answers.add(took);
        }
      };

  @Test
  void decisions_areToldWhateverTheirForm(RedisServer redis) {
    try (RedisLimiter limiter =
        TestLimiters.builder(redis).limit(Limit.perDay(2)).listener(listener).build()) {
      limiter.check("a");
      limiter.checkAsync("a").join();
      limiter.checkAll(List.of(Request.of("a"), Request.of("b")));
      limiter.reserve("c", 3, Duration.ZERO);
      limiter.peek("d", 3);
    }

    assertThat(decisions).containsExactly("a ALLOWED", "a ALLOWED", "a DENIED", "c NEVER");
    assertThat(answers).hasSize(3).allMatch(took -> !took.isNegative());
  }

  @Test
  void listenerThatThrows_changesNoDecision(RedisServer redis) {
    try (RedisLimiter limiter =
        TestLimiters.builder(redis)
            .limit(Limit.perDay(2))
            .listener(new Throwing())
            .listener(listener)
            .build()) {
      assertThat(limiter.check("a").remaining()).isEqualTo(1);
      assertThat(limiter.checkAsync("a").join().remaining()).isZero();
      assertThat(limiter.check("a").allowed()).isFalse();
    }

    assertThat(decisions).containsExactly("a ALLOWED", "a ALLOWED", "a DENIED");
  }

  @Test
  void keysThatAreDeniedMost_areKnownToTheInstanceThatDeniedThem(RedisServer redis) {
    try (RedisLimiter limiter =
            TestLimiters.builder(redis).limit(Limit.perDay(1)).watchDenials(10).build();
        RedisLimiter other =
            TestLimiters.builder(redis).limit(Limit.perDay(1)).watchDenials(10).build()) {
      limiter.check("a");
      limiter.check("a");
      limiter.check("a");
      other.check("a");
      other.check("b", 2);

      assertThat(limiter.topDenied(5)).containsExactly(new DeniedKey("a", 2, 0));
      assertThat(other.topDenied(5))
          .containsExactly(new DeniedKey("a", 1, 0), new DeniedKey("b", 1, 0));
    }
  }
}
