package dev.ratelimit.testkit.contract;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Reservation;
import dev.ratelimit.testkit.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Permits taken now and used later. */
abstract class ReservingContract {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LimiterContract subject;
  private final FakeClock clock;

  ReservingContract(LimiterContract subject) {
    this.subject = subject;
    this.clock = subject.clock();
  }

  private static void assertGranted(Reservation reservation, Duration wait) {
    assertThat(reservation.decision()).isAllowed().hasRetryAfter(Duration.ZERO);
    assertThat(reservation.allowed()).isTrue();
    assertThat(reservation.waitTime()).isEqualTo(wait);
  }

  private static void assertRefused(Reservation reservation, Duration retryAfter) {
    assertThat(reservation.decision()).isDenied().hasRetryAfter(retryAfter);
    assertThat(reservation.allowed()).isFalse();
    assertThat(reservation.waitTime()).isZero();
    assertThat(reservation.cancel()).isFalse();
  }

  @Test
  void permitsThatAreThere_areReservedWithoutAWait() {
    PermitLimiter limiter = subject.open(Limit.perSecond(10));

    Reservation reservation = limiter.reserve("key", 4, Duration.ZERO);

    assertGranted(reservation, Duration.ZERO);
    assertThat(reservation.decision()).hasRemaining(6).hasLimit(10);
    assertThat(limiter.peek("key", 0)).hasRemaining(6);
  }

  @Test
  void callersOfALeakyBucket_areSpacedEvenly() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));

    for (int turn = 0; turn < 5; turn++) {
      assertGranted(limiter.reserve("key", 1, MINUTE), Duration.ofSeconds(turn));
    }
  }

  @Test
  void reservation_isChargedAtOnce() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("key");

    assertGranted(limiter.reserve("key", 1, MINUTE), SECOND);

    assertThat(limiter.check("key"))
        .isDenied()
        .hasRemaining(0)
        .hasRetryAfter(SECOND.multipliedBy(2));
    clock.advance(SECOND.multipliedBy(2));
    assertThat(limiter.check("key")).isAllowed();
  }

  @Test
  void waitAsLongAsAllowed_isGrantedAndOneMicrosecondLongerIsNot() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("key");

    assertRefused(limiter.reserve("key", 1, SECOND.minusNanos(1_000)), Duration.ofNanos(1_000));
    assertRefused(limiter.reserve("key", 1, SECOND.minusNanos(1)), Duration.ofNanos(1_000));
    assertGranted(limiter.reserve("key", 1, SECOND), SECOND);
  }

  @Test
  void refusedReservation_isGrantedExactlyAtRetryAfter() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("key");
    Duration maxWait = Duration.ofMillis(400);
    assertRefused(limiter.reserve("key", 1, maxWait), Duration.ofMillis(600));

    clock.advanceMicros(599_999);
    assertRefused(limiter.reserve("key", 1, maxWait), Duration.ofNanos(1_000));

    clock.advanceMicros(1);
    assertGranted(limiter.reserve("key", 1, maxWait), maxWait);
  }

  @Test
  void refusedReservation_takesNothing() {
    PermitLimiter limiter = subject.open(Limit.perSecond(10));
    limiter.check("key", 8);

    assertRefused(limiter.reserve("key", 5, Duration.ofMillis(100)), Duration.ofMillis(200));

    assertThat(limiter.check("key", 2)).isAllowed();
  }

  @Test
  void costAboveTheBurst_isRefusedForGood() {
    PermitLimiter limiter = subject.open(Limit.perSecond(10));

    Reservation reservation = limiter.reserve("key", 11, PermitLimiter.LONGEST_WAIT);

    assertThat(reservation.decision()).isNever();
    assertThat(reservation.cancel()).isFalse();
    assertThat(limiter.peek("key", 0)).hasRemaining(10);
  }

  @Test
  void costZero_isGrantedAtOnceWhateverIsOwed() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.reserve("key", 1, MINUTE);
    limiter.reserve("key", 1, MINUTE);

    assertGranted(limiter.reserve("key", 0, Duration.ZERO), Duration.ZERO);
  }

  @Test
  void cancelledReservation_givesItsPermitsBackOnce() {
    PermitLimiter limiter = subject.open(Limit.perSecond(10));
    Reservation reservation = limiter.reserve("key", 4, Duration.ZERO);

    assertThat(reservation.cancel()).isTrue();
    assertThat(limiter.peek("key", 0)).hasRemaining(10);

    limiter.check("key", 9);
    assertThat(reservation.cancel()).isFalse();
    assertThat(limiter.peek("key", 0)).hasRemaining(1);
  }

  @Test
  void cancelledReservationBeyondEmpty_makesTheNextCallersTurnEarlier() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1));
    limiter.check("key");
    Reservation first = limiter.reserve("key", 1, MINUTE);
    assertGranted(limiter.reserve("key", 1, MINUTE), SECOND.multipliedBy(2));

    first.cancel();

    assertGranted(limiter.reserve("key", 1, MINUTE), SECOND.multipliedBy(2));
  }

  @Test
  void longestWait_isOneHour() {
    PermitLimiter limiter = subject.open(Limit.perHour(1));
    limiter.check("key");

    assertThatThrownBy(() -> limiter.reserve("key", 1, Duration.ofHours(1).plusNanos(1_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxWait")
        .hasMessageContaining("PT1H0.000001S");
    assertThatThrownBy(() -> limiter.reserve("key", 1, Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxWait")
        .hasMessageContaining("PT-0.000000001S");
    assertGranted(limiter.reserve("key", 1, Duration.ofHours(1)), Duration.ofHours(1));
  }

  @Test
  void limitTooFastToBeReservedThatFarAhead_isRefused() {
    PermitLimiter limiter = subject.open(Limit.perSecond(1L << 52).withBurst(1));

    assertThatThrownBy(() -> limiter.reserve("key", 1, PermitLimiter.LONGEST_WAIT))
        .isInstanceOf(IllegalArgumentException.class);
    assertGranted(limiter.reserve("key", 1, Duration.ofNanos(1_000)), Duration.ZERO);
  }
}
