package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.StubLink;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Nearly as many requests as may be open wait when a master goes silent: each is answered by its
 * deadline, although each that is refused makes room for the next.
 */
class SilentMasterTest {

  private static final Duration DEADLINE = Duration.ofMillis(50);
  private static final int REQUESTS = 16_000;

  private final FakeClock clock = FakeClock.atMicros(1_767_225_600_000_000L);

  private List<CompletableFuture<Decision>> asked(StubLink link, Limit limit, Duration over) {
    RedisStore store =
        new RedisStore(
            link,
            new RedisSettings("rl:", DEADLINE, clock, new Heard(), Runnable::run),
            Scripts.shipped());
    Rule rule = Rule.of(limit);
    return IntStream.range(0, REQUESTS)
        .mapToObj(
            i -> {
              if (i == REQUESTS / 2) {
                clock.advance(over);
              }
              return store.checkAsync("key-" + i, rule, 1, clock.micros());
            })
        .toList();
  }

  private static StubLink slotted() {
    StubLink link = new StubLink(() -> {}, "one", "two");
    link.slotted = true;
    return link;
  }

  @Test
  void requestsOfManyHashSlots_areAnsweredByTheirDeadline() {
    List<CompletableFuture<Decision>> answers =
        asked(slotted(), Limit.perSecond(10), Duration.ZERO);

    clock.advance(DEADLINE);

    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  /** Half of them are not late yet when the others are, and are refused by the breaker. */
  @Test
  void requestsThatAreNotLate_areAnsweredByTheirDeadline() {
    Duration half = DEADLINE.dividedBy(2);
    List<CompletableFuture<Decision>> answers = asked(slotted(), Limit.perSecond(10), half);

    clock.advance(DEADLINE);

    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  @Test
  void requestsOfOneServer_areAnsweredByTheirDeadline() {
    StubLink link = new StubLink(() -> {}, "one");
    List<CompletableFuture<Decision>> answers =
        asked(link, Limit.slidingLog(5, Duration.ofSeconds(1)), DEADLINE.dividedBy(2));

    clock.advance(DEADLINE);

    assertThat(answers).allMatch(CompletableFuture::isDone);
  }
}
