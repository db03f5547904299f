package dev.ratelimit.local.fallback;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.Rule;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Fallbacks that answer all keys alike: those of an unlimited or blocked instance among them. */
class FixedFallbackTest {

  private static final Rule RULE = Rule.of("paid", Limit.perSecond(10).withBurst(20));
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Outage outage = new Outage();

  static List<Fallback> openOnes() {
    return List.of(Fallback.open(), Fallback.local(Limit.unlimited()));
  }

  static List<Fallback> closedOnes() {
    return List.of(Fallback.closed(), Fallback.local(Limit.blocked()));
  }

  @ParameterizedTest
  @MethodSource("openOnes")
  void open_allowsWhateverWasSpent(Fallback open) {
    PermitLimiter limiter = outage.limiter(RULE, open);

    for (int i = 0; i < 100; i++) {
      assertThat(limiter.check("key", 20))
          .isAllowed()
          .hasLimit(20)
          .hasRemaining(20)
          .hasRetryAfter(Duration.ZERO)
          .hasResetAfter(Duration.ZERO);
    }
    assertThat(limiter.check("key", 21)).isNever().hasLimit(20).hasRemaining(20);
  }

  @ParameterizedTest
  @MethodSource("openOnes")
  void open_letsNobodyWait(Fallback open) throws Exception {
    PermitLimiter limiter = outage.limiter(RULE, open);

    for (int i = 0; i < 100; i++) {
      Reservation reservation = limiter.reserve("key", 20, MINUTE);
      assertThat(reservation.allowed()).isTrue();
      assertThat(reservation.waitTime()).isZero();
      assertThat(limiter.acquire("key", 20, MINUTE)).isAllowed();
      assertThat(limiter.acquireAsync("key", 20, MINUTE).getNow(Decision.never(0, 0))).isAllowed();
    }
    assertThat(outage.clock.pendingTasks()).isZero();
  }

  @Test
  void open_grantsATakeInFullUpToTheLimit() {
    Store store = outage.layer(Fallback.open());

    Taken some = store.take("key", RULE, 7, outage.clock.micros());
    Taken all = store.takeAsync("key", RULE, 1_000, outage.clock.micros()).join();

    assertThat(some.granted()).isEqualTo(7);
    assertThat(some.decision()).isAllowed().hasRemaining(20);
    assertThat(all.granted()).isEqualTo(20);
    assertThat(all.decision()).isAllowed().hasRemaining(20);
  }

  @ParameterizedTest
  @MethodSource("closedOnes")
  void closed_deniesUntilTheNextProbe(Fallback closed) {
    PermitLimiter limiter = outage.limiter(RULE, closed);

    for (long cost : new long[] {1, 20}) {
      assertThat(limiter.check("key", cost))
          .isDenied()
          .hasLimit(20)
          .hasRemaining(0)
          .hasRetryAfter(ShakyStore.NEXT_PROBE);
      assertThat(limiter.peek("key", cost)).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
    }
    assertThat(limiter.check("key", 21)).isNever().hasLimit(20).hasRemaining(0);
  }

  @ParameterizedTest
  @MethodSource("closedOnes")
  void closed_refusesReservationsAtOnce(Fallback closed) throws Exception {
    PermitLimiter limiter = outage.limiter(RULE, closed);

    Reservation reservation = limiter.reserve("key", 1, MINUTE);

    assertThat(reservation.allowed()).isFalse();
    assertThat(reservation.waitTime()).isZero();
    assertThat(reservation.cancel()).isFalse();
    assertThat(reservation.decision()).isDenied().hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(limiter.acquire("key", 1, MINUTE)).isDenied();
    assertThat(limiter.acquireAsync("key", 1, MINUTE).getNow(Decision.never(0, 0))).isDenied();
  }

  @Test
  void closed_grantsNothingToATake() {
    Store store = outage.layer(Fallback.closed());

    Taken taken = store.take("key", RULE, 1_000, outage.clock.micros());
    Taken nothing = store.takeAsync("key", RULE, 0, outage.clock.micros()).join();

    assertThat(taken.granted()).isZero();
    assertThat(taken.decision()).isDenied().hasRemaining(0).hasRetryAfter(ShakyStore.NEXT_PROBE);
    assertThat(nothing.granted()).isZero();
    assertThat(nothing.decision()).isAllowed();
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUND", "REFUND_ASYNC", "RESET"})
  void refundsAndResets_leaveClosedClosed(Operation operation) {
    Store store = outage.layer(Fallback.closed());

    Decision afterwards = operation.ask(store, RULE, 20, outage.clock.micros());

    assertThat(afterwards).isAllowed().hasLimit(20).hasRemaining(0);
    assertThat(store.check("key", RULE, 1, outage.clock.micros())).isDenied();
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUND", "REFUND_ASYNC", "RESET"})
  void refundsAndResets_findOpenFull(Operation operation) {
    Store store = outage.layer(Fallback.open());

    Decision afterwards = operation.ask(store, RULE, 20, outage.clock.micros());

    assertThat(afterwards).isAllowed().hasLimit(20).hasRemaining(20);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100000000",
    "1, 1000",
    "999, 1000",
    "1000, 1000",
    "1001, 2000",
    "70000000, 70000000"
  })
  void retryAfter_isTheNextProbeInWholeMicrosecondsButNeverNothing(long probeNanos, long nanos) {
    PermitLimiter limiter = outage.limiter(RULE, Fallback.closed());

    outage.store.goAway(Duration.ofNanos(probeNanos));

    assertThat(limiter.check("key")).isDenied().hasRetryAfter(Duration.ofNanos(nanos));
  }
}
