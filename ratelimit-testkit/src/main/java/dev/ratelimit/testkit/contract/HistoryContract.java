package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.AdmissionLedger;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What holds for every limit and every history; the histories are drawn from fixed seeds. */
abstract class HistoryContract {

  private static final int STEPS = 200;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final List<TokenBucket> LIMITS =
      List.of(
          Limit.perSecond(1),
          Limit.perSecond(3),
          Limit.perMinute(7).withBurst(20),
          Limit.perSecond(999_983).withBurst(100),
          Limit.of(5, Duration.ofSeconds(7)).withBurst(2),
          Limit.of(333, Duration.ofNanos(1_000_003_000)).withBurst(50),
          Limit.of(999_999_937, Duration.ofDays(1)).withBurst(100_000), // millisecond ticks
          Limit.of(1_000_003, Duration.ofDays(365)).withBurst(200_000)); // second ticks

  private final LimiterContract subject;
  private final FakeClock clock;

  HistoryContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  @TestFactory
  List<DynamicTest> checksAndRefunds_areExactAndWithinTheBound() {
    return LIMITS.stream()
        .map(limit -> DynamicTest.dynamicTest(limit.toString(), () -> checksAndRefunds(limit)))
        .toList();
  }

  @TestFactory
  List<DynamicTest> checksAndReservations_areExactAndWithinTheBound() {
    return LIMITS.stream()
        .map(limit -> DynamicTest.dynamicTest(limit.toString(), () -> reservations(limit)))
        .toList();
  }

  private void checksAndRefunds(TokenBucket limit) {
    PermitLimiter limiter = subject.open(limit);
    AdmissionLedger ledger = AdmissionLedger.of(limit);
    Random random = new Random(1);

    for (int step = 0; step < STEPS; step++) {
      long amount = 1L + random.nextInt((int) limit.burst());
      if (random.nextInt(10) == 0) {
        limiter.refund("key", amount);
        ledger.refunded(clock.micros(), amount);
      } else {
        check(limiter, amount, ledger);
      }
      pause(limiter, random);
    }

    ledger.assertWithinBound();
  }

  private void reservations(TokenBucket limit) {
    PermitLimiter limiter = subject.open(limit);
    AdmissionLedger ledger = AdmissionLedger.of(limit);
    Random random = new Random(2);

    for (int step = 0; step < STEPS; step++) {
      long amount = 1L + random.nextInt((int) limit.burst());
      if (random.nextInt(3) == 0) {
        reserve(limiter, amount, ledger);
      } else {
        check(limiter, amount, ledger);
      }
      pause(limiter, random);
    }

    ledger.assertWithinBound();
  }

  private void check(PermitLimiter limiter, long cost, AdmissionLedger ledger) {
    Decision decision = limiter.check("key", cost);
    assertThat(decision.remaining()).isBetween(0L, decision.limit());
    if (decision.allowed()) {
      ledger.admitted(clock.micros(), cost);
    } else {
      assertAllowedExactlyAfter(decision, limiter, cost);
    }
  }

  /** The heart of exactness: at the told instant, and not one microsecond before. */
  private void assertAllowedExactlyAfter(Decision denied, PermitLimiter limiter, long cost) {
    assertThat(denied).isDenied();

    clock.advance(denied.retryAfter().minusNanos(1_000));
    assertThat(limiter.peek("key", cost)).isDenied().hasRetryAfter(Duration.ofNanos(1_000));

    clock.advanceMicros(1);
    assertThat(limiter.peek("key", cost)).isAllowed();
  }

  private void reserve(PermitLimiter limiter, long cost, AdmissionLedger ledger) {
    Reservation reservation = limiter.reserve("key", cost, LONGEST);
    long wait = TimeUnit.MICROSECONDS.convert(reservation.waitTime());
    if (reservation.allowed()) {
      assertThat(reservation.waitTime()).isBetween(Duration.ZERO, LONGEST);
      ledger.admitted(clock.micros() + wait, cost);
    } else {
      assertThat(reservation.decision().outcome()).isEqualTo(Outcome.DENIED);
    }
  }

  private void pause(PermitLimiter limiter, Random random) {
    Duration untilFull = limiter.peek("key", 0).resetAfter();
    switch (random.nextInt(4)) {
      case 0 -> clock.advanceMicros(random.nextInt(3));
      case 1 -> clock.advance(untilFull.dividedBy(1 + random.nextInt(10)));
      default -> clock.advanceMicros(0);
    }
  }
}
