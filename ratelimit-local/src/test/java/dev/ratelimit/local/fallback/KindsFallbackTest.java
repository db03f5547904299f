package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fallbacks that keep windows, logs and several buckets in this process. */
class KindsFallbackTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration MICRO = Duration.ofNanos(1_000);
  private static final Limit ALL_OF =
      Limit.allOf(Limit.perMinute(60).withBurst(20), Limit.perMinute(60).withBurst(30));
  private static final Limit BUCKET = Limit.perSecond(10).withBurst(20);
  private static final Fallback OF_SIX = Fallback.local(6);

  private final Outage outage = new Outage();

  static List<Limit> windows() {
    return List.of(
        Limit.fixedWindow(20, MINUTE),
        Limit.slidingWindow(20, MINUTE).withOffset(Duration.ofSeconds(7)),
        Limit.slidingLog(20, MINUTE));
  }

  /** Of each, one of six instances has 3 permits. */
  static Stream<Limit> limits() {
    return Stream.concat(windows().stream(), Stream.of(ALL_OF));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void share_isGrantedAndThenDeniedUntilRetryAfter(Limit limit) {
    PermitLimiter limiter = outage.limiter(Rule.of("paid", limit), OF_SIX);

    assertThat(limiter.check("key", 3))
        .isAllowed()
        .hasLimit(3)
        .hasRemaining(0)
        .hasOrigin(Origin.FALLBACK)
        .isDegraded()
        .hasRuleName("paid");
    Duration retry = limiter.check("key").retryAfter();
    assertThat(limiter.check("other", 3)).isAllowed();

    outage.clock.advance(retry.minus(MICRO));
    assertThat(limiter.check("key")).isDenied().hasRetryAfter(MICRO).hasRemaining(0);
    outage.clock.advance(MICRO);
    assertThat(limiter.check("key")).isAllowed();
  }

  @ParameterizedTest
  @MethodSource("limits")
  void shares_addUpToTheLimitAtMost(Limit limit) {
    int admitted = 0;

    for (int instance = 0; instance < 6; instance++) {
      PermitLimiter limiter = outage.limiter(Rule.of(limit), OF_SIX);
      while (limiter.check("key").allowed()) {
        admitted++;
      }
    }

    assertThat(admitted).isEqualTo(18);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void costAboveTheShareButWithinTheLimit_isDeniedUntilTheNextProbe(Limit limit) {
    PermitLimiter limiter = outage.limiter(Rule.of(limit), OF_SIX);
    Duration reset = limiter.check("key", 1).resetAfter();
    Instant now = Instant.EPOCH.plusNanos(outage.clock.micros() * 1_000);

    for (long cost : new long[] {4, 20}) {
      assertThat(limiter.check("key", cost))
          .isDenied()
          .hasLimit(3)
          .hasRemaining(2)
          .hasRetryAfter(ShakyStore.NEXT_PROBE)
          .hasResetAfter(reset)
          .hasResetAt(now.plus(reset))
          .hasOrigin(Origin.FALLBACK)
          .isDegraded();
    }
    assertThat(limiter.check("key", 21)).isNever().hasRemaining(2);
    assertThat(limiter.peek("key", 2)).isAllowed().hasRemaining(2);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void refundsAndResets_fillTheShareAndNoMore(Limit limit) {
    PermitLimiter limiter = outage.limiter(Rule.of(limit), OF_SIX);
    limiter.check("refunded", 3);
    limiter.check("reset", 3);

    limiter.refund("refunded", 20);
    limiter.reset("reset");

    for (String key : List.of("refunded", "reset")) {
      assertThat(limiter.check(key, 3)).isAllowed().hasLimit(3).hasRemaining(0);
      assertThat(limiter.check(key)).isDenied();
    }
  }

  @Test
  void reservationOfSeveralBuckets_waitsForTheShare() {
    PermitLimiter limiter = outage.limiter(Rule.of(ALL_OF), OF_SIX);
    limiter.check("key", 3);

    Reservation next = limiter.reserve("key", 1, MINUTE);
    Reservation tooMuch = limiter.reserve("key", 4, MINUTE);

    // A sixth of 60 a minute is one each 6 s.
    assertThat(next.waitTime()).isEqualTo(Duration.ofSeconds(6));
    assertThat(next.decision()).isAllowed().hasOrigin(Origin.FALLBACK).isDegraded();
    assertThat(tooMuch.decision()).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
  }

  @ParameterizedTest
  @MethodSource("windows")
  void reservationWhereThisInstanceHasAWindow_isDeniedUntilTheNextProbe(Limit window) {
    PermitLimiter limiter = outage.limiter(Rule.of("paid", BUCKET), Fallback.local(window));
    limiter.check("key", 5);

    Reservation refused = limiter.reserve("key", 1, Duration.ofSeconds(1));

    assertThat(refused.waitTime()).isZero();
    assertThat(refused.decision())
        .isDenied()
        .hasRemaining(15)
        .hasRetryAfter(ShakyStore.NEXT_PROBE)
        .hasOrigin(Origin.FALLBACK)
        .isDegraded()
        .hasRuleName("paid");
    assertThat(limiter.reserve("key", 21, Duration.ofSeconds(1)).decision()).isNever();
    assertThat(limiter.acquireAsync("key", 1, MINUTE).join())
        .isDenied()
        .hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(limiter.peek("key", 0)).hasRemaining(15);
  }

  @ParameterizedTest
  @MethodSource("windows")
  void reservationUnderAWindow_isRefusedAlsoWhileTheStoreIsAway(Limit window) {
    for (Fallback fallback :
        List.of(Fallback.open(), Fallback.closed(), OF_SIX, Fallback.local(BUCKET))) {
      PermitLimiter limiter = outage.limiter(Rule.of(window), fallback);
      outage.store.goAway();
      assertReservationIsRefused(limiter, window);
      outage.store.comeBack();
      assertReservationIsRefused(limiter, window);
    }
    assertThat(outage.told).isEmpty();
  }

  private static void assertReservationIsRefused(PermitLimiter limiter, Limit window) {
    assertThatThrownBy(() -> limiter.reserve("key", 1, MINUTE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(window.toString());
    assertThatThrownBy(() -> limiter.acquireAsync("key", 1, MINUTE).join())
        .satisfiesAnyOf(
            e -> assertThat(e).isInstanceOf(IllegalArgumentException.class),
            e ->
                assertThat(e)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IllegalArgumentException.class));
  }

  @ParameterizedTest
  @MethodSource("windows")
  void reservationOfNothing_isGrantedWhateverTheLimitOfThisInstance(Limit limit) {
    PermitLimiter limiter = outage.limiter(Rule.of(BUCKET), Fallback.local(limit));

    assertThat(limiter.reserve("key", 0, MINUTE).decision()).isAllowed().isDegraded();
    assertThat(limiter.reserve("key", 1, MINUTE).decision()).isDenied();
  }
}
