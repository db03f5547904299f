package dev.ratelimit.benchmarks.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/migration.md} shows and says of Bucket4j in one process. */
class Bucket4jTest {

  private final List<String> replies = new ArrayList<>();

  private void reply(int status, Duration retryAfter) {
    replies.add(status + " " + retryAfter.toSeconds());
  }

  @Test
  void bucket_isFullAtFirst() {
    Bucket bucket =
        Bucket.builder()
            .addLimit(limit -> limit.capacity(20).refillGreedy(100, Duration.ofMinutes(1)))
            .build();

    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(10);
    if (!probe.isConsumed()) {
      reply(429, Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    assertThat(probe.isConsumed()).isTrue();
    assertThat(probe.getRemainingTokens()).isEqualTo(10);
    assertThat(replies).isEmpty();
  }

  @Test
  void severalLimits_areAllKept() {
    Bucket bucket =
        Bucket.builder()
            .addLimit(limit -> limit.capacity(20).refillGreedy(20, Duration.ofSeconds(1)))
            .addLimit(limit -> limit.capacity(5_000).refillGreedy(5_000, Duration.ofHours(1)))
            .build();

    assertThat(bucket.tryConsume(20)).isTrue();
    assertThat(bucket.tryConsume(20)).isFalse();
  }

  @Test
  void overdraft_letsABucketOwe() {
    Bucket bucket =
        Bucket.builder()
            .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofDays(1)))
            .build();

    assertThat(bucket.consumeIgnoringRateLimits(5)).isPositive();
    assertThat(bucket.getAvailableTokens()).isEqualTo(-4);
  }
}
