package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Callbacks that check again, on the only thread that there is for callbacks. */
@RedisTest
class LeasedCallbacksIT {

  @Test
  void checkInACallback_isAnsweredThoughNoOtherThreadIsFree(RedisServer redis) {
    ExecutorService single = Executors.newSingleThreadExecutor();
    RedisLimiter shared =
        RedisLimiter.builder(RedisURI.create(redis.uri()))
            .limit(Limit.perSecond(1_000))
            .deadline(Duration.ofSeconds(10))
            .executor(single)
            .build();
    try (PermitLimiter limiter =
        TieredLimiter.builder(shared).fallback(Fallback.closed()).executor(single).build()) {
      List<CompletableFuture<Decision>> nested =
          Stream.generate(() -> limiter.checkAsync("key").thenApply(first -> limiter.check("key")))
              .limit(500)
              .toList();

      assertThat(nested).allSatisfy(check -> assertThat(check.join().limit()).isEqualTo(1_000));
    } finally {
      single.shutdown();
    }
  }
}
