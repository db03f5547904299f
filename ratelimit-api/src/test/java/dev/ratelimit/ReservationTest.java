package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReservationTest {

  private static final Decision ALLOWED = Decision.allowed(10, 5);
  private static final Decision DENIED = Decision.denied(10, 5, Duration.ofSeconds(1));

  private final AtomicInteger givenBack = new AtomicInteger();

  private Reservation granted(Duration waitTime) {
    return Reservation.granted(ALLOWED, waitTime, givenBack::incrementAndGet);
  }

  @Test
  void granted_tellsDecisionAndWait() {
    Reservation reservation = granted(Duration.ofSeconds(2));

    assertThat(reservation.allowed()).isTrue();
    assertThat(reservation.decision()).isSameAs(ALLOWED);
    assertThat(reservation.waitTime()).isEqualTo(Duration.ofSeconds(2));
    assertThat(givenBack).hasValue(0);
  }

  @Test
  void refused_waitsForNothing() {
    Reservation reservation = Reservation.refused(DENIED);

    assertThat(reservation.allowed()).isFalse();
    assertThat(reservation.decision()).isSameAs(DENIED);
    assertThat(reservation.waitTime()).isZero();
  }

  @Test
  void cancel_givesBackOnce() {
    Reservation reservation = granted(Duration.ZERO);

    boolean first = reservation.cancel();
    boolean second = reservation.cancel();

    assertThat(first).isTrue();
    assertThat(second).isFalse();
    assertThat(givenBack).hasValue(1);
  }

  @Test
  void refusal_hasNothingToGiveBack() {
    assertThat(Reservation.refused(DENIED).cancel()).isFalse();
    assertThat(Reservation.refused(Decision.never(10, 5)).cancel()).isFalse();
  }

  @Test
  void manyThreadsThatCancel_giveBackOnce() throws Exception {
    int threads = 8;
    Reservation reservation = granted(Duration.ZERO);
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);

    List<Future<Boolean>> cancels = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      cancels.add(
          pool.submit(
              () -> {
                start.await();
                return reservation.cancel();
              }));
    }
    start.countDown();
    int succeeded = 0;
    for (Future<Boolean> cancel : cancels) {
      succeeded += cancel.get() ? 1 : 0;
    }
    pool.shutdown();

    assertThat(succeeded).isEqualTo(1);
    assertThat(givenBack).hasValue(1);
  }

  @Test
  void outcomeOfTheOtherKind_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reservation.granted(DENIED, Duration.ZERO, () -> {}))
        .withMessage("decision must be allowed, was " + DENIED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reservation.refused(ALLOWED))
        .withMessage("decision must not be allowed, was " + ALLOWED);
  }

  @Test
  void negativeWait_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> granted(Duration.ofNanos(-1)))
        .withMessage("waitTime must be at least PT0S, was PT-0.000000001S");
  }

  @Test
  void nulls_areRefused() {
    assertThatThrownBy(() -> Reservation.granted(null, Duration.ZERO, () -> {}))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> Reservation.granted(ALLOWED, null, () -> {}))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> Reservation.granted(ALLOWED, Duration.ZERO, null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> Reservation.refused(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void toString_tellsTheWaitOfAGrant() {
    assertThat(granted(Duration.ofSeconds(2))).hasToString(ALLOWED + " wait=PT2S");
    assertThat(Reservation.refused(DENIED)).hasToString(DENIED.toString());
  }
}
