package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.link.StubLink;
import dev.ratelimit.testkit.FakeClock;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RedisStartTest {

  private final FakeClock clock = FakeClock.atMicros(1_767_225_600_000_000L);
  private final Heard heard = new Heard();
  private final StubLink link = new StubLink(this::firstIsSilentSecondRefuses, "one", "two");

  private void firstIsSilentSecondRefuses() {
    if (link.sent.size() == 1) {
      clock.advance(Duration.ofSeconds(1));
    } else {
      link.sent.get(1).completeExceptionally(new RedisCommandExecutionException("NOAUTH no"));
    }
  }

  @Test
  void refusedStart_leavesNoProbeOfAnotherMasterBehind() {
    RedisSettings settings =
        new RedisSettings("rl:", Duration.ofMillis(50), clock, heard, Runnable::run);

    assertThatThrownBy(() -> RedisStart.open(link, settings))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("NOAUTH no");

    assertThat(heard.degradations()).isZero();
    assertThat(link.closed).isTrue();
    clock.advance(Duration.ofSeconds(10));
    assertThat(link.sent).hasSize(2);
    assertThat(clock.pendingTasks()).isZero();
  }

  @Test
  void mastersThatAreSilent_areWaitedForTogetherAndNoLongerThanIsLeftOfASecond()
      throws InterruptedException {
    StubLink silent = new StubLink(() -> {}, "one", "two", "three");
    silent.firstAttempt = new CompletableFuture<>();
    RedisSettings settings =
        new RedisSettings("rl:", Duration.ofMillis(50), clock, heard, Runnable::run);
    CompletableFuture<RedisStore> opened =
        CompletableFuture.supplyAsync(() -> RedisStart.open(silent, settings));

    clock.awaitTasks(1); // the second
    clock.advance(Duration.ofMillis(600));
    silent.firstAttempt.complete(null);
    clock.awaitTasks(4); // and the deadline of each probe
    clock.advance(Duration.ofMillis(400));

    try (RedisStore store = opened.join()) {
      assertThat(store.masters().named("two").isHealthy()).isFalse();
      assertThat(heard.degraded()).containsExactlyInAnyOrder("one", "two", "three");
    }
  }

  /**
   * The probe as text and by digest; a first request that takes longer than a deadline, one that
   * takes a while, and one more.
   */
  @Test
  void firstRequests_areMadeByTheStartAndHaveTheirTime() {
    StubLink[] slowAtFirst = new StubLink[1];
    long[] delays = {0, 0, 60, 20, 0};
    slowAtFirst[0] =
        new StubLink(
            () -> {
              clock.advance(Duration.ofMillis(delays[slowAtFirst[0].sent.size() - 1]));
              slowAtFirst[0].last().complete(List.of(clock.micros(), 0L));
            },
            "one");
    RedisSettings settings =
        new RedisSettings("rl:", Duration.ofMillis(50), clock, heard, Runnable::run);

    try (RedisStore store = RedisStart.open(slowAtFirst[0], settings)) {
      assertThat(store.refusal("key")).isEmpty();
      assertThat(slowAtFirst[0].sent).hasSize(delays.length);
      assertThat(heard.errors()).isEmpty();
      assertThat(heard.uncertain()).isZero();
    }
  }
}
