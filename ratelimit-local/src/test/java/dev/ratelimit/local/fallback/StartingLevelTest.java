package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.local.tiered.TieredLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where a share starts: from what the store said last of the key. */
class StartingLevelTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Two instances have 10 permits each, of which one comes back every 0.2 s. */
  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));

  private static final Fallback OF_TWO = Fallback.local(2);

  private final Outage outage = new Outage();

  private PermitLimiter limiter(Limit limit, Fallback fallback) {
    outage.store.comeBack();
    return outage.limiter(Rule.of("paid", limit), fallback);
  }

  @Test
  void share_startsAtTheFillLevelOfTheWhole() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    limiter.check("key", 14);

    outage.store.goAway();

    assertThat(limiter.check("key", 4)).isDenied().hasRemaining(3);
    assertThat(limiter.check("key", 3)).isAllowed().hasRemaining(0);
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofMillis(200));
  }

  @Test
  void timeThatPassedSinceTheAnswer_counts() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    limiter.check("key", 20);
    outage.clock.advance(Duration.ofSeconds(1));

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(5).hasResetAfter(Duration.ofSeconds(1));
  }

  @Test
  void denial_isAnAnswerToo() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    othersSpend("key", 20);
    limiter.check("key", 1);

    outage.store.goAway();

    assertThat(limiter.check("key")).isDenied();
  }

  private void othersSpend(String key, long permits) {
    outage.store.check(key, RULE, permits, outage.clock.micros());
  }

  @Test
  void latestAnswer_isTheOneThatCounts() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    limiter.check("key", 20);
    limiter.refund("key", 10);

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(5);
  }

  @Test
  void everyOperation_bringsAnAnswer() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    for (Operation operation : Operation.values()) {
      othersSpend(operation.name(), 14);
    }
    limiter.peek("PEEK", 1);
    limiter.check("CHECK", 0);
    limiter.checkAsync("CHECK_ASYNC", 0).join();
    limiter.reserve("RESERVE", 0, Duration.ZERO);
    limiter.acquireAsync("RESERVE_ASYNC", 0, Duration.ZERO).join();
    limiter.refund("REFUND", 0);

    outage.store.goAway();

    for (String key :
        new String[] {"PEEK", "CHECK", "CHECK_ASYNC", "RESERVE", "RESERVE_ASYNC", "REFUND"}) {
      assertThat(limiter.peek(key, 0)).hasRemaining(3);
    }
  }

  @Test
  void keyThatTheStoreWasNeverAskedAbout_hasAFullShare() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    limiter.check("key", 20);

    outage.store.goAway();

    assertThat(limiter.check("other", 10)).isAllowed();
  }

  @Test
  void answer_countsOnceInAnOutage() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    limiter.check("key", 20);
    outage.store.goAway();
    limiter.check("key");

    limiter.refund("key", 10);

    assertThat(limiter.check("key", 10)).isAllowed();
  }

  @Test
  void threadsThatComeTogether_allFindTheShareStarted() throws Exception {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    List<String> keys = IntStream.range(0, 5_000).mapToObj(i -> "key-" + i).toList();
    keys.forEach(key -> limiter.check(key, 20));
    outage.store.goAway();

    ExecutorService callers = Executors.newFixedThreadPool(4);
    List<Future<Long>> allowed = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      allowed.add(
          callers.submit(() -> keys.stream().filter(key -> limiter.check(key).allowed()).count()));
    }
    callers.shutdown();

    for (Future<Long> each : allowed) {
      assertThat(each.get()).isZero();
    }
  }

  @Test
  void storeThatLeases_isHeardToo() {
    outage.store.comeBack();
    PermitLimiter limiter =
        TieredLimiter.builder(
                new StoreLimiter(
                    new ShakyLeases(outage.store), Rules.all(RULE), outage.clock, Runnable::run))
            .strict()
            .fallback(OF_TWO)
            .build();
    limiter.check("key", 14);
    limiter.checkAsync("async", 14).join();

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(3);
    assertThat(limiter.peek("async", 0)).hasRemaining(3);
  }

  @Test
  void localBucketThatOwesMore_wins() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    outage.store.goAway();
    limiter.check("key", 10);
    outage.store.comeBack();
    limiter.check("key", 10);

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(0);
  }

  @Test
  void localBucketThatOwesLess_yields() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    outage.store.goAway();
    limiter.check("key", 1);
    outage.store.comeBack();
    limiter.check("key", 10);

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(5);
  }

  @Test
  void reservationAhead_keepsItsDuration() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    limiter.reserve("key", 20, Duration.ZERO);
    limiter.reserve("key", 5, Duration.ofSeconds(1));

    outage.store.goAway();

    // 0.5 s until the store has nothing to owe in advance, and 0.2 s for a permit of the share
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofMillis(700));
  }

  @Test
  void resetInAnOutage_forgetsTheAnswer() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    limiter.check("key", 20);
    outage.store.goAway();

    limiter.reset("key");

    assertThat(limiter.check("key", 10)).isAllowed();
  }

  @Test
  void limitPerInstance_startsAtTheFillLevelToo() {
    PermitLimiter limiter = limiter(RULE.limit(), Fallback.local(Limit.perSecond(2).withBurst(4)));
    limiter.check("key", 10);

    outage.store.goAway();

    assertThat(limiter.peek("key", 0))
        .hasLimit(4)
        .hasRemaining(2)
        .hasResetAfter(Duration.ofSeconds(1));
  }

  @Test
  void limitPerInstanceOfAnotherKind_startsFull() {
    PermitLimiter limiter = limiter(RULE.limit(), Fallback.local(Limit.fixedWindow(4, MINUTE)));
    limiter.check("key", 20);

    outage.store.goAway();

    assertThat(limiter.check("key", 4)).isAllowed();
  }

  @Test
  void fixedWindow_countsThePartThatWasUsedUntilItsEnd() {
    PermitLimiter limiter =
        limiter(Limit.fixedWindow(100, MINUTE).withOffset(Duration.ZERO), Fallback.local(10));
    limiter.check("key", 55);
    outage.clock.advance(Duration.ofSeconds(20));

    outage.store.goAway();

    assertThat(limiter.peek("key", 0))
        .hasLimit(10)
        .hasRemaining(4)
        .hasResetAfter(Duration.ofSeconds(40));
    outage.clock.advance(Duration.ofSeconds(40));
    assertThat(limiter.check("key", 10)).isAllowed();
  }

  @Test
  void windowThatHasEndedBeforeTheOutage_countsNoMore() {
    PermitLimiter limiter =
        limiter(Limit.fixedWindow(100, MINUTE).withOffset(Duration.ZERO), Fallback.local(10));
    limiter.check("key", 100);
    outage.clock.advance(MINUTE);

    outage.store.goAway();

    assertThat(limiter.check("key", 10)).isAllowed();
  }

  @Test
  void slidingWindow_neverHasMoreThanTheStoreWould() {
    PermitLimiter limiter =
        limiter(Limit.slidingWindow(100, MINUTE).withOffset(Duration.ZERO), Fallback.local(10));
    limiter.check("key", 60);
    outage.store.goAway();
    assertThat(limiter.peek("key", 0)).hasRemaining(4);

    outage.clock.advance(Duration.ofSeconds(90));

    assertThat(limiter.peek("key", 0)).hasRemaining(7);
  }

  @Test
  void slidingLog_countsThePartThatWasUsedForAWholeWindow() {
    PermitLimiter limiter = limiter(Limit.slidingLog(100, MINUTE), Fallback.local(10));
    limiter.check("key", 60);
    outage.clock.advance(Duration.ofSeconds(20));
    outage.store.goAway();
    assertThat(limiter.peek("key", 0)).hasRemaining(4);

    outage.clock.advance(Duration.ofSeconds(40));

    assertThat(limiter.peek("key", 0)).hasRemaining(10);
  }

  @Test
  void windowThatOwesMoreHere_isLeftAlone() {
    PermitLimiter limiter =
        limiter(Limit.fixedWindow(100, MINUTE).withOffset(Duration.ZERO), Fallback.local(10));
    outage.store.goAway();
    limiter.check("key", 7);
    outage.store.comeBack();
    limiter.check("key", 60);

    outage.store.goAway();

    assertThat(limiter.peek("key", 0)).hasRemaining(3);
  }

  @Test
  void severalBuckets_startFromTheOneThatBinds() {
    PermitLimiter limiter =
        limiter(
            Limit.allOf(Limit.perSecond(100), Limit.perHour(36).withBurst(20)), Fallback.local(2));
    limiter.check("key", 14);
    limiter.check("key", 0);

    outage.store.goAway();

    assertThat(limiter.check("key", 4)).isDenied().hasRemaining(3);
    assertThat(limiter.check("key", 3)).isAllowed().hasRemaining(0);
  }

  @Test
  void answerHeardAfterAFailure_countsForTheNextCheck() {
    PermitLimiter limiter = limiter(RULE.limit(), OF_TWO);
    outage.store.goAway();
    limiter.check("key", 1);
    outage.store.comeBack();
    limiter.check("key", 20);

    outage.store.fail(
        new StoreException("late", null, StoreException.Charge.UNCERTAIN, Duration.ZERO));

    assertThat(limiter.check("key")).isDenied();
  }

  @Test
  void oneAnswerIsRememberedOfEachOfABoundedNumberOfKeys() {
    outage.store.comeBack();
    PermitLimiter limiter = outage.builder(Rules.all(RULE), OF_TWO).maximumLeasedKeys(10).build();
    for (int i = 0; i < 100; i++) {
      limiter.check("key-" + i, 20);
    }

    outage.store.goAway();

    long forgotten = 0;
    for (int i = 0; i < 100; i++) {
      forgotten += limiter.check("key-" + i).allowed() ? 1 : 0;
    }
    assertThat(forgotten).isEqualTo(90);
  }
}
