package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fallbacks that keep buckets in this process. */
@Timeout(60) // only so that a wait that never ends fails
class LocalFallbackTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Six instances have 3 permits each, of which one comes back every 0.6 s. */
  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));

  private static final Fallback OF_SIX = Fallback.local(6);

  private final Outage outage = new Outage();

  @Test
  void share_isAPartOfTheBurstAndOfTheRate() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);

    assertThat(limiter.check("key", 3)).isAllowed().hasLimit(3).hasRemaining(0);
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofMillis(600));

    outage.clock.advanceMicros(599_999);
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofNanos(1_000));

    outage.clock.advanceMicros(1);
    assertThat(limiter.check("key")).isAllowed().hasRemaining(0);
  }

  @Test
  void shares_addUpToTheLimitAtMost() {
    int admitted = 0;

    for (int instance = 0; instance < 6; instance++) {
      PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
      while (limiter.check("key").allowed()) {
        admitted++;
      }
    }

    assertThat(admitted).isEqualTo(18);
  }

  @Test
  void limitOfThisInstance_neverRefusesAWaitThatTheRuleAllows() {
    // 2^52 permits a second reach the greatest debt in a second.
    Fallback fine = Fallback.local(Limit.perSecond(1L << 52));
    PermitLimiter limiter = outage.limiter(RULE, fine);

    assertThat(limiter.reserve("key", 1, Duration.ofHours(1)).decision()).isAllowed();
  }

  @Test
  void keys_haveSharesOfTheirOwn() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    limiter.check("a", 3);

    assertThat(limiter.check("b", 3)).isAllowed();
    assertThat(limiter.check("a")).isDenied();
  }

  @Test
  void costAboveTheShareButWithinTheLimit_isDeniedUntilTheNextProbe() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    limiter.check("key", 1);
    Instant full = Instant.EPOCH.plusNanos(outage.clock.micros() * 1_000).plusMillis(600);

    for (long cost : new long[] {4, 10, 20}) {
      assertThat(limiter.check("key", cost))
          .isDenied()
          .hasLimit(3)
          .hasRemaining(2)
          .hasRetryAfter(ShakyStore.NEXT_PROBE)
          .hasResetAfter(Duration.ofMillis(600))
          .hasResetAt(full)
          .hasOrigin(Origin.FALLBACK)
          .isDegraded()
          .hasRuleName("paid");
    }
    assertThat(limiter.check("key", 21)).isNever().hasLimit(3).hasRemaining(2);
    assertThat(limiter.peek("key", 0)).hasRemaining(2);
  }

  @Test
  void costAboveTheShareWhileNoProbeIsPlanned_isDeniedUntilOneCouldBe() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    outage.store.goAway(Duration.ZERO);

    assertThat(limiter.check("key", 10)).isDenied().hasRetryAfter(Duration.ofMillis(100));
  }

  @Test
  void peek_saysWhatACheckWouldAndSpendsNothing() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    limiter.check("key", 1);

    for (int i = 0; i < 10; i++) {
      assertThat(limiter.peek("key", 2)).isAllowed().hasRemaining(2);
      assertThat(limiter.peek("key", 3)).isDenied().hasRetryAfter(Duration.ofMillis(600));
    }
    assertThat(limiter.check("key", 2)).isAllowed();
  }

  @Test
  void reservation_waitsForTheShare() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    limiter.check("key", 3);

    Reservation next = limiter.reserve("key", 1, SECOND);
    Reservation tooLate = limiter.reserve("key", 1, SECOND);
    Reservation tooMuch = limiter.reserve("key", 10, SECOND);

    assertThat(next.waitTime()).isEqualTo(Duration.ofMillis(600));
    assertThat(next.decision()).isAllowed().hasOrigin(Origin.FALLBACK).isDegraded();
    assertThat(tooLate.decision()).isDenied().hasRetryAfter(Duration.ofMillis(200));
    assertThat(tooMuch.decision()).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(tooMuch.waitTime()).isZero();
  }

  @Test
  void reservationThatIsCancelled_goesBackToTheShare() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    Reservation reservation = limiter.reserve("key", 3, Duration.ZERO);

    reservation.cancel();

    assertThat(limiter.check("key", 3)).isAllowed();
  }

  @Test
  void callersThatWait_areServedFromTheShareInTurn() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    limiter.check("key", 3);
    List<CompletableFuture<Decision>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(limiter.acquireAsync("key", 1, Duration.ofMillis(1_200)));
    }

    assertThat(waiting.get(2).join()).isDenied();
    outage.clock.advance(Duration.ofMillis(600));
    assertThat(waiting.get(0).join()).isAllowed().isDegraded();
    assertThat(waiting.get(1)).isNotDone();
    outage.clock.advance(Duration.ofMillis(600));
    assertThat(waiting.get(1).join()).isAllowed().isDegraded();
  }

  @Test
  void take_bringsWhatIsLeftOfTheShare() {
    Store store = outage.layer(OF_SIX);
    long now = outage.clock.micros();
    store.check("key", RULE, 1, now);

    Taken most = store.take("key", RULE, 10, now);
    Taken none = store.takeAsync("key", RULE, 10, now).join();

    assertThat(most.granted()).isEqualTo(2);
    assertThat(most.decision()).isAllowed().hasRemaining(0);
    assertThat(none.granted()).isZero();
    assertThat(none.decision()).isDenied().hasRetryAfter(Duration.ofMillis(600));
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUND", "REFUND_ASYNC", "RESET"})
  void refundsAndResets_fillTheShareAndNoMore(Operation operation) {
    Store store = outage.layer(OF_SIX);
    long now = outage.clock.micros();
    store.check("key", RULE, 3, now);

    Decision afterwards = operation.ask(store, RULE, 20, now);

    assertThat(afterwards).isAllowed().hasLimit(3).hasRemaining(3);
    assertThat(store.check("key", RULE, 3, now)).isAllowed();
    assertThat(store.check("key", RULE, 1, now)).isDenied();
  }

  @Test
  void burstSmallerThanTheFleet_leavesEachInstanceOnePermit() {
    Rule small = Rule.of(Limit.perSecond(1).withBurst(2));
    PermitLimiter limiter = outage.limiter(small, OF_SIX);

    assertThat(limiter.check("key", 1)).isAllowed().hasLimit(1);
    assertThat(limiter.check("key", 1)).isDenied().hasRetryAfter(Duration.ofSeconds(6));
    assertThat(limiter.check("key", 2)).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(limiter.check("key", 3)).isNever();
  }

  @Test
  void limitPerInstance_isKeptAsGiven() {
    PermitLimiter limiter =
        outage.limiter(RULE, Fallback.local(Limit.of(1, Duration.ofSeconds(2)).withBurst(5)));

    assertThat(limiter.check("key", 5)).isAllowed().hasLimit(5).hasRemaining(0);
    assertThat(limiter.check("key", 1)).isDenied().hasRetryAfter(Duration.ofSeconds(2));
    assertThat(limiter.check("key", 6)).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(limiter.check("key", 21)).isNever();
  }

  @Test
  void shareThatWasSpent_isStillSpentInTheNextOutage() {
    PermitLimiter limiter = outage.limiter(RULE, OF_SIX);
    limiter.check("key", 3);
    outage.store.comeBack();
    assertThat(limiter.check("key", 1)).isAllowed().hasOrigin(Origin.STORE);
    outage.clock.advanceMicros(599_999);

    outage.store.goAway();

    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofNanos(1_000));
  }

  @Test
  void instantOfTheCaller_isTheOneThatCounts() {
    Store store = outage.layer(OF_SIX);
    long now = outage.clock.micros();
    store.check("key", RULE, 3, now);

    assertThat(store.check("key", RULE, 1, now + 600_000)).isAllowed();
    assertThat(store.reserve("key", RULE, new Hold(1, 0), now + 1_200_000).decision()).isAllowed();
  }

  @Test
  void reservationOfTheFallback_goesBackToItAfterTheStoreIsBack() {
    PermitLimiter limiter = outage.limiter(RULE, Fallback.local(2));
    Reservation reservation = limiter.reserve("key", 10, Duration.ZERO);
    outage.store.comeBack();
    limiter.check("key", 20);

    reservation.cancel();

    assertThat(limiter.check("key")).isDenied();
  }
}
