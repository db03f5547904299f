package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.DeniedKey;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Request;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What those who watch a limiter are told. */
class WatchTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Rule FREE = Rule.of("free", Limit.perSecond(10));
  private static final Rule BARRED = Rule.of("barred", Limit.blocked());
  private static final Rules RULES = key -> key.startsWith("barred") ? BARRED : FREE;

  private final HandClock clock = new HandClock();
  private final MemoryStore store = new MemoryStore();
  private final List<String> heard = new ArrayList<>();
  private final LimiterListener listener =
      new LimiterListener() {
        @Override
        public void onDecision(String key, Rule rule, Decision decision) {
          heard.add(key + " " + rule.name() + " " + decision.outcome());
        }

        @Override
        public void onStoreAnswer(Decision decision, Duration took) {
          heard.add("took " + took + " " + decision.outcome());
        }
      };

  private StoreLimiter limiter(LimiterListener... listeners) {
    return limiter(new WatchBuilder(), listeners);
  }

  private StoreLimiter limiter(WatchBuilder watch, LimiterListener... listeners) {
    List.of(listeners).forEach(watch::listener);
    return new StoreLimiter(store, RULES, clock, Runnable::run)
        .watchedBy(watch.build(watch.listener(), clock));
  }

  private StoreLimiter watchingDenials() {
    WatchBuilder watch = new WatchBuilder();
    watch.denials(10);
    return limiter(watch);
  }

  @Test
  void check_isToldWithHowLongTheStoreTook() {
    store.beforeCheck(key -> clock.advance(250));

    limiter(listener).check("a", 10);
    limiter(listener).check("a", 1);

    assertThat(heard)
        .containsExactly(
            "a free ALLOWED", "took PT0.00025S ALLOWED", "a free DENIED", "took PT0.00025S DENIED");
  }

  private StoreLimiter over(LateStore late) {
    return new StoreLimiter(late, RULES, clock, Runnable::run)
        .watchedBy(new WatchBuilder().build(listener, clock));
  }

  @Test
  void asynchronousCheck_isToldBeforeItsCallerHearsOfIt() {
    LateStore late = new LateStore(store);
    CompletableFuture<Void> then =
        over(late).checkAsync("a", 1).thenAccept(decision -> heard.add("caller"));

    clock.advance(400);
    late.answer().complete(store.check("a", FREE, 1, 0));

    assertThat(then).isCompleted();
    assertThat(heard).containsExactly("a free ALLOWED", "took PT0.0004S ALLOWED", "caller");
  }

  @Test
  void asynchronousCheckThatFails_failsAsWithoutAListenerAndIsNotTold() {
    StoreException away =
        new StoreException("away", null, StoreException.Charge.NONE, Duration.ZERO);
    LateStore late = new LateStore(store);
    List<Throwable> failures = new ArrayList<>();

    over(late)
        .checkAsync("a", 1)
        .whenComplete((decision, failure) -> failures.add(failure))
        .exceptionally(failure -> Decision.allowed(1, 1));
    late.answer().completeExceptionally(away);

    assertThat(failures).containsExactly(away);
    assertThat(heard).isEmpty();
  }

  @Test
  void reservations_areToldOnceWhateverTheirForm() throws InterruptedException {
    StoreLimiter limiter = limiter(listener);

    Reservation reservation = limiter.reserve("a", 1, SECOND);
    limiter.acquire("b", 1, SECOND);
    CompletableFuture<Decision> acquired = limiter.acquireAsync("c", 1, SECOND);
    limiter.reserve("d", 11, SECOND);

    assertThat(reservation.decision().allowed()).isTrue();
    assertThat(acquired).isCompleted();
    assertThat(heard)
        .containsExactly("a free ALLOWED", "b free ALLOWED", "c free ALLOWED", "d free NEVER");
  }

  @Test
  void looksAndWhatComesBack_areNotTold() {
    StoreLimiter limiter = limiter(listener);

    limiter.peek("a", 1);
    limiter.refund("a", 1);
    limiter.reset("a");

    assertThat(heard).isEmpty();
  }

  @Test
  void whatTheRuleAnswersByItself_isToldAndNotTimed() {
    StoreLimiter limiter = limiter(listener);

    limiter.check("barred-1", 1);
    limiter.checkAsync("barred-2", 1).join();
    limiter.reserve("barred-3", 1, SECOND);
    limiter.acquireAsync("barred-4", 1, SECOND).join();
    limiter.checkAll(List.of(Request.of("barred-5")));

    assertThat(heard)
        .containsExactly(
            "barred-1 barred NEVER",
            "barred-2 barred NEVER",
            "barred-3 barred NEVER",
            "barred-4 barred NEVER",
            "barred-5 barred NEVER");
  }

  @Test
  void severalKeys_areToldAsTheOneDecisionThatTheCallerIsTold() {
    StoreLimiter limiter = limiter(listener);

    limiter.checkAll(List.of(Request.of("a", 1), Request.of("b", 4), Request.of("c", 2)));
    limiter.checkAll(List.of(Request.of("a", 1), Request.of("b", 7), Request.of("c", 1)));

    assertThat(heard)
        .containsExactly(
            "b free ALLOWED", "took PT0S ALLOWED", "b free DENIED", "took PT0S DENIED");
  }

  @Test
  void listenerThatThrows_changesNoDecision() {
    LimiterListener broken =
        new LimiterListener() {
          @Override
          public void onDecision(String key, Rule rule, Decision decision) {
            throw new IllegalStateException("a listener of a test that fails");
          }

          @Override
          public void onStoreAnswer(Decision decision, Duration took) {
            throw new AssertionError("a listener of a test that fails");
          }
        };
    StoreLimiter limiter = limiter(broken, listener);

    assertThat(limiter.check("a", 10).allowed()).isTrue();
    assertThat(limiter.checkAsync("a", 1).join().retryAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(heard)
        .containsExactly(
            "a free ALLOWED", "took PT0S ALLOWED", "a free DENIED", "took PT0S DENIED");
  }

  @Test
  void limiterThatNobodyWatches_readsTheClockOnceACheck() {
    StoreLimiter unwatched = limiter(LimiterListener.NONE);

    unwatched.check("a", 1);
    unwatched.checkAsync("a", 1).join();

    assertThat(clock.reads()).isEqualTo(2);
  }

  @Test
  void watchedDenials_costNoReadingOfTheClock() {
    StoreLimiter watching = watchingDenials();

    watching.check("a", 10);
    watching.check("a", 1);

    assertThat(clock.reads()).isEqualTo(2);
  }

  @Test
  void denialsOfEveryForm_areAmongThoseDeniedMost() {
    StoreLimiter watching = watchingDenials();
    watching.check("a", 10);

    watching.check("a", 1);
    watching.checkAsync("a", 1).join();
    watching.reserve("a", 1, Duration.ZERO);
    watching.checkAll(List.of(Request.of("a"), Request.of("b")));
    watching.check("barred-1", 1);
    watching.peek("b", 11);

    assertThat(watching.topDenied(5))
        .containsExactly(new DeniedKey("a", 4, 0), new DeniedKey("barred-1", 1, 0));
    assertThat(watching.topDenied(1)).containsExactly(new DeniedKey("a", 4, 0));
  }

  @Test
  void denialsThatAreNotWatched_cannotBeAskedFor() {
    assertThatThrownBy(() -> limiter().topDenied(1))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("denials are not watched: build the limiter with watchDenials(keys)");
    assertThatThrownBy(() -> limiter(listener).topDenied(1))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void keysToWatch_areInRange() {
    WatchBuilder watch = new WatchBuilder();

    watch.denials(10_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> watch.denials(0))
        .withMessage("keys must be from 1 to 10000, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> watch.denials(10_001))
        .withMessage("keys must be from 1 to 10000, was 10001");
  }
}
