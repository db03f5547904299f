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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A master that answers, but slowly, is asked about keys of more hash slots than calls may be in
 * flight to it: who finds no place is answered by the deadline all the same.
 */
class SlowMasterTest {

  private static final Duration DEADLINE = Duration.ofMillis(50);
  private static final Duration STEP = Duration.ofMillis(5);
  private static final Rule RULE = Rule.of(Limit.perSecond(10));
  private static final int SLOTS = 1_000;
  private static final int STEPS = 40;
  private static final int SLOWNESS = 2;

  private final FakeClock clock = FakeClock.atMicros(1_767_225_600_000_000L);
  private final StubLink link = new StubLink(() -> {}, "one", "two");

  /** When it must be answered. */
  private record Asked(CompletableFuture<Decision> answer, long untilMicros) {}

  private RedisSettings settings() {
    return new RedisSettings("rl:", DEADLINE, clock, new Heard(), Runnable::run);
  }

  private RedisStore store() {
    link.slotted = true;
    return new RedisStore(link, settings(), Scripts.shipped());
  }

  /** The keys, being as long as each other, are with one master. */
  private CompletableFuture<Decision> check(RedisStore store, int slot) {
    return store.checkAsync("key-" + (SLOTS + slot), RULE, 1, clock.micros());
  }

  private void answer(int from, int to) {
    List.copyOf(link.sent.subList(from, to))
        .forEach(call -> call.complete(List.of(clock.micros(), 0L)));
  }

  @Test
  void requestsOfMoreHashSlotsThanPlaces_areAnsweredByTheirDeadline() {
    RedisStore store = store();
    List<Asked> open = new ArrayList<>();
    List<Integer> sentBefore = new ArrayList<>(List.of(0));

    for (int step = 0; step < STEPS; step++) {
      for (int slot = 0; slot < SLOTS; slot++) {
        open.add(new Asked(check(store, slot), clock.micros() + DEADLINE.toNanos() / 1_000));
      }
      sentBefore.add(link.sent.size());
      clock.advance(STEP);
      if (step >= SLOWNESS) {
        answer(sentBefore.get(step - SLOWNESS), sentBefore.get(step - SLOWNESS + 1));
      }
      open.removeIf(asked -> asked.answer().isDone());
      long now = clock.micros();
      assertThat(open.stream().filter(asked -> asked.untilMicros() <= now).count()).isZero();
    }
  }

  /** A layer over the store had it wait for something else. */
  @Test
  void requestThatWasHeldUp_isAnsweredByItsDeadlineThoughCallsBeforeItCameLater() {
    link.slotted = false;
    RedisStore store = new RedisStore(link, settings(), Scripts.shipped());
    assertThat(List.of(check(store, 0), check(store, 1))).noneMatch(CompletableFuture::isDone);
    assertThat(link.sent).hasSize(2);
    Duration held = DEADLINE.multipliedBy(2).dividedBy(5);

    CompletableFuture<Decision> answer =
        store.checkAsync("key-1002", RULE, 1, clock.micros() - held.toNanos() / 1_000);
    clock.advance(DEADLINE.minus(held));

    assertThat(answer).isDone();
  }

  @Test
  void closing_leavesNoTaskButThatOfTheCallsInFlight() {
    RedisStore store = store();
    List<CompletableFuture<Decision>> answers =
        IntStream.range(0, SLOTS).mapToObj(slot -> check(store, slot)).toList();

    store.close();

    assertThat(answers).filteredOn(answer -> !answer.isDone()).hasSize(link.sent.size());
    assertThat(clock.pendingTasks()).isEqualTo(1);
  }
}
