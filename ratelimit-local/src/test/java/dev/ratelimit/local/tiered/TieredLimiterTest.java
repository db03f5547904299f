package dev.ratelimit.local.tiered;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Request;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.local.fallback.Outage;
import dev.ratelimit.local.fallback.ShakyStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60) // only so that a wait that never ends fails
class TieredLimiterTest {

  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));

  private final Outage outage = new Outage();

  @Test
  void limiterWithoutAFallback_isRefusedWithTheChoices() {
    TieredLimiterBuilder builder = TieredLimiter.builder(outage.shared(Rules.all(RULE)));

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("fallback")
        .hasMessageContaining("Fallback.open()")
        .hasMessageContaining("Fallback.closed()")
        .hasMessageContaining("Fallback.local(instances)")
        .hasMessageContaining("Fallback.local(membership)")
        .hasMessageContaining("Fallback.local(limit)");
  }

  @Test
  void builder_refusesWhatIsMissingOrOutOfRange() {
    TieredLimiterBuilder builder = TieredLimiter.builder(outage.shared(Rules.all(RULE)));

    assertThatThrownBy(() -> TieredLimiter.builder(null)).hasMessage("shared");
    assertThatThrownBy(() -> builder.fallback(null)).hasMessage("fallback");
    assertThatThrownBy(() -> builder.listener(null)).hasMessage("listener");
    assertThatThrownBy(() -> builder.executor(null)).hasMessage("executor");
    assertThatThrownBy(() -> builder.maximumKeys(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maximumKeys must be at least 1, was 0");
  }

  @Test
  void sixInstancesWithoutTheirStore_denyACostAboveTheShareUntilTheNextProbe() {
    for (int instance = 0; instance < 6; instance++) {
      PermitLimiter limiter = outage.limiter(RULE, Fallback.local(6));

      assertThat(limiter.check("key", 10)).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
    }
  }

  @Test
  void ruleWithAFallbackOfItsOwn_followsThatOne() {
    Rule login = Rule.of("login", Limit.perSecond(1)).withFallback(Fallback.closed());
    Rule page = Rule.of("page", Limit.perSecond(1));
    PermitLimiter limiter =
        outage.limiter(key -> key.equals("login") ? login : page, Fallback.open());

    assertThat(limiter.check("login")).isDenied().hasRuleName("login");
    assertThat(limiter.check("page")).isAllowed().hasRuleName("page");
    assertThat(limiter.check("page")).isAllowed().hasRuleName("page");
  }

  @Test
  void rulesThatDifferInTheirFallbackAlone_areToldApart() {
    PermitLimiter limiter =
        outage.limiter(
            key -> key.equals("open") ? RULE.withFallback(Fallback.open()) : RULE,
            Fallback.local(6));

    assertThat(limiter.check("key")).hasLimit(3);
    assertThat(limiter.check("open", 20)).isAllowed().hasLimit(20);
    assertThat(limiter.check("open", 20)).isAllowed().hasLimit(20);
    assertThat(limiter.check("key", 20)).isDenied();
  }

  @Test
  void fallbackOfARule_isNotAskedWhileTheStoreAnswers() {
    outage.store.comeBack();
    PermitLimiter limiter = outage.limiter(RULE.withFallback(Fallback.closed()), Fallback.closed());

    assertThat(limiter.check("key", 20)).isAllowed().hasOrigin(Origin.STORE).isNotDegraded();
    assertThat(outage.told).isEmpty();
  }

  @Test
  void unlimitedAndBlockedRules_answerForThemselvesInAnOutage() {
    Limit unlimited = Limit.unlimited();
    Limit blocked = Limit.blocked();
    PermitLimiter limiter =
        outage.limiter(
            key -> Rule.of(key.equals("staff") ? unlimited : blocked), Fallback.closed());

    assertThat(limiter.check("staff", Long.MAX_VALUE)).isAllowed().hasOrigin(Origin.RULE);
    assertThat(limiter.check("banned", 0)).isNever().hasOrigin(Origin.RULE);
    assertThat(outage.told).isEmpty();
  }

  @Test
  void concurrentChecksWithoutTheStore_areAnsweredAtOnceAndChargeNothingLater() throws Exception {
    PermitLimiter limiter = outage.limiter(RULE, Fallback.local(1));
    List<Future<Decision>> answers = new ArrayList<>();
    ExecutorService callers = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 50; i++) {
      answers.add(callers.submit(() -> limiter.check("key")));
    }
    callers.shutdown();

    int allowed = 0;
    for (Future<Decision> answer : answers) {
      assertThat(answer.get()).hasOrigin(Origin.FALLBACK).isDegraded();
      allowed += answer.get().allowed() ? 1 : 0;
    }
    outage.store.comeBack();

    assertThat(allowed).isEqualTo(20);
    assertThat(outage.told).hasSize(50);
    assertThat(limiter.peek("key", 0)).hasOrigin(Origin.STORE).hasRemaining(20);
    outage.clock.advance(Duration.ofSeconds(1));
    assertThat(limiter.peek("key", 0)).hasOrigin(Origin.STORE).hasRemaining(10); // the posting
    outage.clock.advance(Duration.ofSeconds(1));
    assertThat(limiter.peek("key", 0)).hasOrigin(Origin.STORE).hasRemaining(20);
  }

  @Test
  void keysThatMayHaveBeenChargedTogether_areNotChargedAgain() {
    outage.store.comeBack();
    outage.store.loseAnswersOfSeveralKeys();
    PermitLimiter limiter = outage.limiter(RULE, Fallback.local(2));

    Decision decision = limiter.checkAll(List.of(Request.of("a", 5), Request.of("b", 5)));
    outage.clock.advance(Duration.ofMillis(1));

    assertThat(decision).isAllowed().hasOrigin(Origin.FALLBACK).hasLimit(10).hasRemaining(5);
    assertThat(limiter.peek("a", 0)).hasOrigin(Origin.STORE).hasRemaining(15);
    assertThat(outage.told).hasSize(2);
    outage.clock.advance(Duration.ofSeconds(1));
    assertThat(outage.clock.pendingTasks()).isZero();
  }

  @Test
  void outage_losesNothingOfWhatTheStoreKnows() {
    outage.store.comeBack();
    PermitLimiter limiter = outage.limiter(RULE, Fallback.open());
    limiter.check("key", 15);

    outage.store.goAway();
    limiter.check("key", 20);
    outage.store.comeBack();

    assertThat(limiter.peek("key", 0)).hasOrigin(Origin.STORE).hasRemaining(5);
  }

  @Test
  void close_closesTheLimiterThatWasTakenOver() {
    StoreBacked shared = outage.shared(Rules.all(RULE));
    PermitLimiter limiter = TieredLimiter.builder(shared).fallback(Fallback.open()).build();
    assertThat(outage.store.closed()).isZero();

    limiter.close();

    assertThat(outage.store.closed()).isPositive();
    assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> shared.check("key")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closeInAnOutage_refusesThoseWhoWaitForAShare() {
    PermitLimiter limiter = outage.limiter(RULE, Fallback.local(6));
    limiter.check("key", 3);
    CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 1, Duration.ofSeconds(1));

    limiter.close();

    assertThatThrownBy(waiting::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(outage.clock.pendingTasks()).isZero();
    assertThat(outage.store.closed()).isPositive();
  }

  @Test
  void executor_completesThoseWhoWaited() {
    Queue<Runnable> completions = new ArrayDeque<>();
    PermitLimiter limiter =
        TieredLimiter.builder(outage.shared(Rules.all(RULE)))
            .fallback(Fallback.local(6))
            .executor(completions::add)
            .build();
    limiter.check("key", 3);
    CompletableFuture<Decision> waiting = limiter.acquireAsync("key", 1, Duration.ofSeconds(1));

    outage.clock.advance(Duration.ofMillis(600));
    assertThat(waiting).isNotDone();
    completions.remove().run();

    assertThat(waiting.join()).isAllowed().isDegraded();
  }
}
