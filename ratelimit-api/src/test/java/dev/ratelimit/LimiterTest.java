package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LimiterTest {

  @Test
  void lambda_isALimiterAndChecksOnePermitByDefault() {
    Limiter limiter = (key, cost) -> Decision.allowed(10, 10 - cost);

    assertThat(limiter.check("key").remaining()).isEqualTo(9);
  }

  @Test
  void asyncCheckWithoutCost_asksForOnePermit() {
    AsyncLimiter limiter =
        new AsyncLimiter() {
          @Override
          public Decision check(String key, long cost) {
            return Decision.allowed(10, 10 - cost);
          }

          @Override
          public CompletableFuture<Decision> checkAsync(String key, long cost) {
            return CompletableFuture.completedFuture(check(key, cost));
          }
        };

    assertThat(limiter.checkAsync("key").join().remaining()).isEqualTo(9);
  }
}
