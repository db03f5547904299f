package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Cancellable;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.call.ScriptCaller;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.link.StubLink;
import dev.ratelimit.testkit.FakeClock;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whether a call was sent is decided once, whatever its thread and its deadline do meanwhile. */
class ScriptCallerTest {

  private static final Duration DEADLINE = Duration.ofMillis(50);
  private static final Rule RULE = Rule.of(Limit.perDay(1_000));

  private final FakeClock clock = FakeClock.atMicros(1_767_225_600_000_000L);
  private final Heard heard = new Heard();

  /** A thread that is held up for the whole of a deadline as soon as it is watched. */
  private final class HeldUp implements TimeSource {

    @Override
    public long micros() {
      return clock.micros();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
      clock.advance(delay);
      task.run();
      return () -> false;
    }
  }

  /** A thread that is held up after it has learned the time of an arrival. */
  private final class Late implements TimeSource {

    private int asked;

    @Override
    public long micros() {
      if (asked++ == 2) { // the arrival, whether it is late; then how much time is left
        clock.advance(DEADLINE);
      }
      return clock.micros();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
      return clock.schedule(delay, task);
    }
  }

  /** Counts how often it is read. */
  private final class Counted implements TimeSource {

    private int read;

    @Override
    public long micros() {
      read++;
      return clock.micros();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
      return clock.schedule(delay, task);
    }
  }

  private RedisSettings settings(TimeSource time) {
    return new RedisSettings("rl:", DEADLINE, time, heard, Runnable::run);
  }

  /** How often the clock is read for a check that is answered. */
  private int readings(LimiterListener listener) {
    Counted time = new Counted();
    StubLink link = new StubLink(() -> {}, "one");
    RedisSettings settings = new RedisSettings("rl:", DEADLINE, time, listener, Runnable::run);
    CompletableFuture<Decision> check = check(new RedisStore(link, settings, Scripts.shipped()));
    link.last().complete(List.of(clock.micros(), 0L));

    assertThat(check.join().allowed()).isTrue();
    return time.read;
  }

  @Test
  void callThatNobodyHearsOf_isNotTimed() {
    assertThat(readings(LimiterListener.NONE)).isEqualTo(readings(heard) - 1);
  }

  /** However long the callers' callbacks take, which run before the listener hears of the call. */
  @Test
  void callThatIsHeardOf_tookUntilItsReplyArrived() {
    List<Duration> took = new ArrayList<>();
    LimiterListener listener =
        new LimiterListener() {
          @Override
          public void onStoreCall(Duration time, int requests) {
            took.add(time);
          }
        };
    StubLink link = new StubLink(() -> {}, "one");
    RedisSettings settings = new RedisSettings("rl:", DEADLINE, clock, listener, Runnable::run);
    CompletableFuture<Void> slow =
        check(new RedisStore(link, settings, Scripts.shipped()))
            .thenRun(() -> clock.advance(Duration.ofSeconds(2)));

    clock.advance(Duration.ofMillis(3));
    link.last().complete(List.of(clock.micros(), 0L));

    assertThat(slow).isCompleted();
    assertThat(took).containsExactly(Duration.ofMillis(3));
  }

  @Test
  void storeThatIsClosedWhileDegraded_isToldToBeGone() {
    RedisStore store = store(new StubLink(() -> {}, "one", "two"), clock);
    store.masters().named("one").trip(new RedisException("away"));
    store.masters().named("two");

    store.close();

    assertThat(heard.degraded()).containsExactly("one");
    assertThat(heard.gone()).containsExactly("one");
  }

  private RedisStore store(Link link, TimeSource time) {
    return new RedisStore(link, settings(time), Scripts.shipped());
  }

  private CompletableFuture<Decision> check(RedisStore store) {
    return store.checkAsync("key", RULE, 1, clock.micros());
  }

  private StoreException.Charge chargeOf(CompletableFuture<Decision> check) {
    return Rig.failureOf(check).charge();
  }

  @Test
  void callWhoseDeadlinePassesBeforeItIsSent_isNeverSentAndChargesNothing() {
    StubLink link = new StubLink(() -> {}, "one");
    RedisStore store = store(link, new HeldUp());

    for (int i = 0; i < 5; i++) {
      assertThat(chargeOf(check(store))).isEqualTo(StoreException.Charge.NONE);
    }

    assertThat(link.sent).isEmpty();
    assertThat(heard.degradations()).isZero();
  }

  @Test
  void batchWithoutTimeLeft_isNeverSentAndIsNoFailureOfRedis() {
    for (int i = 0; i < 5; i++) {
      StubLink link = new StubLink(() -> {}, "one");
      RedisStore store = store(link, new Late());

      assertThat(Rig.failureOf(check(store)))
          .hasMessage("one was not asked in time: not sent")
          .extracting(StoreException::charge)
          .isEqualTo(StoreException.Charge.NONE);

      assertThat(link.sent).isEmpty();
    }
  }

  @Test
  void callWhoseDeadlinePassesWhileItIsSent_mayHaveCharged() {
    StubLink link = new StubLink(() -> clock.advance(DEADLINE), "one");

    assertThat(chargeOf(check(store(link, clock)))).isEqualTo(StoreException.Charge.UNCERTAIN);

    assertThat(link.sent).hasSize(1).noneMatch(CompletableFuture::isCancelled);
  }

  @Test
  void callOnASlotThatMoves_isSentOnceMoreAndIsNoFailureOfTheServer() {
    StubLink[] link = new StubLink[1];
    link[0] =
        new StubLink(
            () ->
                link[0]
                    .last()
                    .completeExceptionally(
                        new RedisCommandExecutionException(
                            "TRYAGAIN Multiple keys request during rehashing of slot")),
            "one",
            "two");
    RedisStore store = store(link[0], clock);

    for (int i = 1; i <= 5; i++) {
      assertThat(chargeOf(check(store))).isEqualTo(StoreException.Charge.NONE);
      assertThat(link[0].sent).hasSize(2 * i);
    }

    assertThat(heard.degradations()).isZero();
  }

  @Test
  void probesWithoutAnAnswer_haveAnotherConnectionOpenedAfterEverySecond() {
    StubLink link = new StubLink(() -> clock.advance(DEADLINE), "one");
    ScriptCaller caller = store(link, clock).masters().named("one");

    List<Integer> refreshes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      assertThat(caller.probe()).isCompletedExceptionally();
      refreshes.add(link.refreshes);
    }

    assertThat(refreshes).containsExactly(0, 1, 1, 2);
  }

  @Test
  void probesThatAreRefused_haveNoConnectionOpened() {
    StubLink[] link = new StubLink[1];
    link[0] =
        new StubLink(
            () -> link[0].last().completeExceptionally(new RedisCommandExecutionException("OOM")),
            "one");
    ScriptCaller caller = store(link[0], clock).masters().named("one");

    for (int i = 0; i < 4; i++) {
      assertThat(caller.probe()).isCompletedExceptionally();
    }

    assertThat(link[0].refreshes).isZero();
  }

  @Test
  void callInAClusterWhoseDeadlinePassesWhileItIsSent_isTakenBack() {
    StubLink link = new StubLink(() -> clock.advance(DEADLINE), "one", "two");

    assertThat(chargeOf(check(store(link, clock)))).isEqualTo(StoreException.Charge.UNCERTAIN);

    assertThat(link.sent).hasSize(1).allMatch(CompletableFuture::isCancelled);
  }
}
