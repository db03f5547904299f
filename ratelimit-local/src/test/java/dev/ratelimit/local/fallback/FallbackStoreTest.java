package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.local.LocalStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which failures the fallback answers for, and which it does not. */
class FallbackStoreTest {

  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10));
  private final StoreException away =
      new StoreException("away", null, StoreException.Charge.UNCERTAIN, Duration.ofMillis(5));

  private final Outage outage = new Outage();
  private final Store store = outage.layer(Fallback.closed());

  private Decision ask(Operation operation) {
    return operation.ask(store, RULE, 1, outage.clock.micros());
  }

  @ParameterizedTest
  @EnumSource(names = ".*_ASYNC", mode = EnumSource.Mode.MATCH_ALL)
  void futureThatFails_isAnsweredForHoweverTheFailureIsWrapped(Operation operation) {
    outage.store.failFutures(away);
    Decision bare = ask(operation);
    outage.store.failFutures(new CompletionException(away));
    Decision wrapped = ask(operation);

    assertThat(bare).hasOrigin(Origin.FALLBACK).isDegraded();
    assertThat(wrapped).hasOrigin(Origin.FALLBACK).isDegraded();
  }

  /** Whatever a driver throws at us, and whatever makes no sense of what a server has sent. */
  @ParameterizedTest
  @EnumSource
  void failureThatNobodyForesaw_isAnsweredFor(Operation operation) {
    for (RuntimeException surprise :
        List.of(
            new RejectedExecutionException("the event loop has shut down"),
            new NullPointerException("of a reply"),
            new ClassCastException("of a reply"),
            new CompletionException(new IOException("reset by peer")),
            new CompletionException(new RejectedExecutionException("shut down")))) {
      outage.store.fail(surprise);
      outage.told.clear();

      Decision decision = ask(operation);

      assertThat(decision).hasOrigin(Origin.FALLBACK).isDegraded();
      assertThat(outage.told).containsExactly(decision);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failureThatIsNotTheStores_isPassedOn(Operation operation) {
    outage.store.fail(new IllegalArgumentException("limit must be a token bucket"));

    assertThatThrownBy(() -> ask(operation))
        .satisfiesAnyOf(
            e -> assertThat(e).isInstanceOf(IllegalArgumentException.class),
            e ->
                assertThat(e)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IllegalArgumentException.class));
    assertThat(outage.told).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = ".*_ASYNC", mode = EnumSource.Mode.MATCH_ALL)
  void otherFailureOfAFuture_isWrappedOnce(Operation operation) {
    Throwable trouble = new IllegalStateException("closed");
    outage.store.failFutures(trouble);
    assertThatThrownBy(() -> ask(operation))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isSameAs(trouble);

    outage.store.failFutures(new CompletionException(trouble));
    assertThatThrownBy(() -> ask(operation))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isSameAs(trouble);
    assertThat(outage.told).isEmpty();
  }

  @Test
  void futureThatIsNotAnsweredYet_isAnsweredWhenTheStoreFails() {
    CompletableFuture<Decision> unanswered = new CompletableFuture<>();
    PermitLimiter limiter = outage.limiter(RULE, Fallback.closed());
    outage.store.answerWith(unanswered);

    CompletableFuture<Decision> answer = limiter.checkAsync("key");
    assertThat(answer).isNotDone();
    unanswered.completeExceptionally(away);

    assertThat(answer.join()).isDenied().hasRetryAfter(Duration.ofMillis(5));
  }

  @Test
  void denialsOfTheStore_areNoReasonForTheFallback() {
    outage.store.comeBack();
    PermitLimiter limiter = outage.limiter(RULE, Fallback.open());
    limiter.check("key", 10);

    for (int i = 0; i < 100; i++) {
      assertThat(limiter.check("key")).isDenied().hasOrigin(Origin.STORE).isNotDegraded();
      assertThat(limiter.checkAsync("key").join()).isDenied().hasOrigin(Origin.STORE);
      assertThat(limiter.reserve("key", 1, Duration.ZERO).decision()).isDenied();
    }
    assertThat(limiter.check("key", 11)).isNever().hasOrigin(Origin.STORE);
    assertThat(outage.told).isEmpty();
  }

  @Test
  void mistakesOfCallers_areNoReasonForTheFallback() {
    PermitLimiter limiter = outage.limiter(RULE, Fallback.open());

    assertThatThrownBy(() -> limiter.check("key", -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> limiter.check(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> limiter.reserve("key", 1, Duration.ofHours(2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(outage.told).isEmpty();
  }

  @Test
  void rulesThatFail_areNoReasonForTheFallback() {
    Rules failing =
        key -> {
          throw new IllegalStateException("no such tenant");
        };
    PermitLimiter limiter = outage.limiter(failing, Fallback.open());

    assertThatThrownBy(() -> limiter.check("key")).hasMessage("no such tenant");
    assertThat(outage.told).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void listenerThatThrows_changesNoDecision(Operation operation) {
    LimiterListener troubled =
        new LimiterListener() {
          @Override
          public void onFallback(Decision decision) {
            outage.told.add(decision);
            throw new IllegalStateException("a listener's trouble, as a test wants it");
          }
        };
    Store layer =
        new FallbackStore(
            outage.store,
            Outage.substitutes(
                Fallback.open(), LocalStore.builder().timeSource(outage.clock).build()),
            troubled,
            outage.store::close);

    Decision first = operation.ask(layer, RULE, 1, outage.clock.micros());
    Decision second = operation.ask(layer, RULE, 1, outage.clock.micros());

    assertThat(first).isAllowed().hasOrigin(Origin.FALLBACK);
    assertThat(outage.told).containsExactly(first, second);
  }

  @Test
  void refundThatDoesNotBlock_isFirstOfWhatTheStoreHasNotBeenTold() {
    Store shares = outage.layer(Fallback.local(1));
    long now = outage.clock.micros();
    shares.check("key", RULE, 4, now);
    outage.store.comeBack();
    shares.check("key", RULE, 6, now);

    shares.refundAsync("key", RULE, 3, now).join();
    assertThat(shares.peek("key", RULE, 0, now)).hasRemaining(4);
    shares.refundAsync("key", RULE, 3, now).join();
    assertThat(shares.peek("key", RULE, 0, now)).hasRemaining(6);
  }
}
