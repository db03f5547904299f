package dev.ratelimit.local.lease;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Cancellable;
import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Whatever fails, no caller waits for an answer that nobody gives. */
class CallsFaultsTest {

  private static final Rule RULE = Instance.RULE;

  private final FakeClock clock = FakeClock.atMicros(Instance.START);
  private final HandStore store = new HandStore(clock);

  private LeaseLayer layer(TimeSource time) {
    return new LeaseLayer(store, time, Instance.leasing(1_000), store::close);
  }

  private CompletableFuture<Decision> joining(LeaseLayer layer) {
    layer.check("key", RULE, 100, clock.micros());
    layer.check("key", RULE, 100, clock.micros());
    store.hold();
    CompletableFuture<Decision> asking = layer.checkAsync("key", RULE, 100, clock.micros());
    CompletableFuture<Decision> joining = layer.checkAsync("key", RULE, 10, clock.micros());
    assertThat(store.inFlight()).isOne();
    assertThat(asking).isNotDone();
    return joining;
  }

  @Test
  void clockThatCannotSchedule_keepsNobodyWaiting() {
    LeaseLayer layer = layer(new Unscheduling(clock));
    CompletableFuture<Decision> joining = joining(layer);

    store.release();

    assertThat(joining).isCompleted();
    assertThat(layer.checkAsync("key", RULE, 10, clock.micros())).isCompleted();
  }

  @Test
  void clockThatCannotSchedule_doesNotKeepAnAnswerBack() {
    LeaseLayer layer = layer(new Unscheduling(clock));
    layer.check("key", RULE, 100, clock.micros());
    layer.check("key", RULE, 100, clock.micros());

    assertThat(layer.check("key", RULE, 100, clock.micros())).isAllowed();
    assertThat(layer.checkAsync("key", RULE, 100, clock.micros())).isCompleted();
  }

  @Test
  void executorThatRefuses_keepsNobodyWaiting() {
    LeaseOptions refusing =
        new LeaseOptions(
            false,
            200,
            10,
            task -> {
              throw new RejectedExecutionException("shut down");
            },
            1,
            LimiterListener.NONE);
    CompletableFuture<Decision> joining =
        joining(new LeaseLayer(store, clock, refusing, store::close));

    store.release();

    assertThat(joining).isCompleted();
  }

  @Test
  void callbackThatThrows_keepsNobodyElseWaiting() {
    LeaseLayer layer = layer(clock);
    CompletableFuture<Decision> first = joining(layer);
    CompletableFuture<Decision> second = layer.checkAsync("key", RULE, 10, clock.micros());
    CompletableFuture<Void> throwing =
        first.thenAccept(
            decision -> {
              throw new AssertionError("callback");
            });

    store.release();

    assertThat(throwing).isCompletedExceptionally();
    assertThat(second).isCompleted();
  }

  @Test
  void storeThatThrowsInsteadOfFailingItsFuture_keepsNobodyWaiting() {
    LeaseLayer layer = layer(clock);
    CompletableFuture<Decision> joining = joining(layer);
    CompletableFuture<Decision> next = layer.checkAsync("key", RULE, 900, clock.micros());

    store.goAway(new IllegalStateException("gone"));
    store.release(); // the next call fails

    assertThat(joining).isCompleted();
    assertThatThrownBy(next::join).hasRootCauseMessage("gone");
  }

  @Test
  void answerThatCannotBeRead_keepsNobodyWaiting() {
    CompletableFuture<Decision> joining = joining(layer(clock));

    store.answerWithNothing();

    assertThat(joining).isCompletedExceptionally();
  }

  @Test
  void callerAfterAFault_isAnswered() {
    LeaseLayer layer = layer(clock);
    assertThat(joining(layer)).isNotDone();
    store.answerWithNothing();
    store.answerAtOnce();

    assertThat(layer.checkAsync("key", RULE, 10, clock.micros())).isCompleted();
  }

  /** A clock that shows the time and starts no threads. */
  private record Unscheduling(FakeClock clock) implements TimeSource {

    @Override
    public long micros() {
      return clock.micros();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
      throw new IllegalStateException("no more threads");
    }
  }
}
