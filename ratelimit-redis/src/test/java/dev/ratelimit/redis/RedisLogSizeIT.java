package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How large the ring of a log grows. */
@RedisTest
class RedisLogSizeIT {

  private static final long NOW = 1_767_225_600_000_000L;
  private static final int HEAD_BYTES = 41;
  private static final Rule RULE = Rule.of("rule", Limit.slidingLog(1_000, Duration.ofSeconds(10)));

  /** Ten permits count at a time, of the thousand that there could be. */
  @Test
  void steadyTraffic_keepsTheRingAboutTwiceAsLargeAsWhatCounts(RedisServer redis) {
    try (HandClockStore store = HandClockStore.ofCallers(redis)) {
      for (int second = 0; second < 500; second++) {
        store.check("key", RULE, 1, NOW + second * 1_000_000L);
      }

      assertThat(store.peek("key", RULE, 1, NOW + 499_000_000L).remaining()).isEqualTo(990);
      assertThat(store.value("key")).hasSizeLessThanOrEqualTo(HEAD_BYTES + 22 * Double.BYTES);
    }
  }
}
