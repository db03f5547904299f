package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class DecisionTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private static void assertRefused(ThrowingCallable making, String message) {
    assertThatIllegalArgumentException().isThrownBy(making).withMessage(message);
  }

  @Test
  void allowed_reportsNoWait() {
    Decision decision = Decision.allowed(10, 9);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(decision.limit()).isEqualTo(10);
    assertThat(decision.remaining()).isEqualTo(9);
    assertThat(decision.retryAfter()).isZero();
  }

  @Test
  void denied_reportsItsWait() {
    Decision decision = Decision.denied(100, 3, Duration.ofMillis(250));

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.outcome()).isEqualTo(Outcome.DENIED);
    assertThat(decision.limit()).isEqualTo(100);
    assertThat(decision.remaining()).isEqualTo(3);
    assertThat(decision.retryAfter()).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void never_isRetriedNever() {
    Decision decision = Decision.never(100, 100);

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.outcome()).isEqualTo(Outcome.NEVER);
    assertThat(decision.limit()).isEqualTo(100);
    assertThat(decision.remaining()).isEqualTo(100);
    assertThat(decision.retryAfter()).isEqualTo(ChronoUnit.FOREVER.getDuration());
  }

  @Test
  void factories_fillInTheRest() {
    Decision decision = Decision.allowed(10, 9);

    assertThat(decision.resetAfter()).isZero();
    assertThat(decision.resetAt()).isEqualTo(Instant.EPOCH);
    assertThat(decision.origin()).isEqualTo(Origin.LOCAL);
    assertThat(decision.degraded()).isFalse();
    assertThat(decision.ruleName()).isEqualTo("default");
    assertThat(decision.binding()).isZero();
  }

  @Test
  void limitOfZero_isAllowed() {
    assertThat(Decision.never(0, 0).limit()).isZero();
  }

  @Test
  void retryAfter_isRoundedUpToMicroseconds() {
    assertThat(Decision.denied(1, 0, Duration.ofNanos(1)).retryAfter())
        .isEqualTo(Duration.ofNanos(1_000));
    assertThat(Decision.denied(1, 0, Duration.ofNanos(1_000)).retryAfter())
        .isEqualTo(Duration.ofNanos(1_000));
    assertThat(Decision.denied(1, 0, Duration.ofNanos(1_001)).retryAfter())
        .isEqualTo(Duration.ofNanos(2_000));
    assertThat(Decision.denied(1, 0, Duration.ofNanos(1_999_999_999)).retryAfter())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void longestRetryAfter_isKept() {
    Duration longest = Duration.of(Long.MAX_VALUE, ChronoUnit.MICROS);

    assertThat(Decision.denied(1, 0, longest).retryAfter()).isEqualTo(longest);
    assertRefused(
        () -> Decision.denied(1, 0, longest.plusNanos(1)),
        "retryAfter must be at most 9223372036854775807 microseconds, was "
            + "PT2562047788H54.775807001S");
  }

  @Test
  void denialWithoutWait_isRefused() {
    assertRefused(
        () -> Decision.denied(1, 0, Duration.ZERO),
        "retryAfter in microseconds must be from 1 to 9223372036854775807, was 0");
    assertRefused(
        () -> Decision.denied(1, 0, Duration.ofNanos(-1)),
        "retryAfter must be at least PT0S, was PT-0.000000001S");
  }

  @Test
  void numbersOutOfRange_areRefused() {
    assertRefused(
        () -> Decision.allowed(-1, 0), "limit must be from 0 to 9223372036854775807, was -1");
    assertRefused(() -> Decision.allowed(10, -1), "remaining must be from 0 to 10, was -1");
    assertRefused(() -> Decision.allowed(10, 11), "remaining must be from 0 to 10, was 11");
    assertRefused(() -> Decision.denied(10, 11, SECOND), "remaining must be from 0 to 10, was 11");
    assertRefused(() -> Decision.never(10, 11), "remaining must be from 0 to 10, was 11");
  }

  @Test
  void resetAt_countsFromTheInstantOfTheDecision() {
    Instant noon = Instant.parse("2026-11-30T12:00:00Z");

    Decision decision = Decision.allowed(10, 9).toBuilder().at(noon).resetAfter(SECOND).build();

    assertThat(decision.resetAfter()).isEqualTo(SECOND);
    assertThat(decision.resetAt()).isEqualTo(Instant.parse("2026-11-30T12:00:01Z"));
  }

  @Test
  void equalDecisions_reportTheSame() {
    Decision one = Decision.denied(10, 3, SECOND);
    Decision same = Decision.denied(10, 3, Duration.parse("PT1S"));

    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isEqualTo(one);
    assertThat(one.toString()).isEqualTo(same.toString());
  }

  @Test
  void hashCode_tellsDecisionsApart() {
    assertThat(Decision.allowed(10, 9).hashCode()).isNotEqualTo(Decision.allowed(10, 8).hashCode());
  }

  @Test
  void decisionsThatDifferAnywhere_areNotEqual() {
    Decision one = Decision.denied(10, 3, SECOND);

    assertThat(one)
        .isNotEqualTo(null)
        .isNotEqualTo("DENIED")
        .isNotEqualTo(Decision.never(10, 3))
        .isNotEqualTo(Decision.allowed(10, 3))
        .isNotEqualTo(Decision.denied(11, 3, SECOND))
        .isNotEqualTo(Decision.denied(10, 2, SECOND))
        .isNotEqualTo(Decision.denied(10, 3, SECOND.plusNanos(1)))
        .isNotEqualTo(one.toBuilder().resetAfter(SECOND).build())
        .isNotEqualTo(one.toBuilder().at(Instant.EPOCH.plusSeconds(1)).build())
        .isNotEqualTo(one.toBuilder().origin(Origin.STORE).build())
        .isNotEqualTo(one.toBuilder().ruleName("other").build())
        .isNotEqualTo(one.toBuilder().degraded().build())
        .isNotEqualTo(one.toBuilder().binding(1).build());
  }

  @Test
  void sameResetAtByOtherWay_isNotEqual() {
    Decision early =
        Decision.allowed(10, 3).toBuilder().resetAfter(SECOND).at(Instant.EPOCH).build();
    Decision late = Decision.allowed(10, 3).toBuilder().at(Instant.EPOCH.plus(SECOND)).build();

    assertThat(early.resetAt()).isEqualTo(late.resetAt());
    assertThat(early).isNotEqualTo(late);
  }

  @Test
  void toString_tellsTheWholeDecision() {
    Decision denied = Decision.denied(100, 3, Duration.ofMillis(250));

    assertThat(denied)
        .hasToString(
            "DENIED retryAfter=PT0.25S remaining=3/100 resetAfter=PT0S rule=default origin=LOCAL");
    assertThat(Decision.allowed(10, 9).toBuilder().resetAfter(SECOND).ruleName("free").build())
        .hasToString("ALLOWED remaining=9/10 resetAfter=PT1S rule=free origin=LOCAL");
    assertThat(Decision.never(5, 5).toBuilder().origin(Origin.STORE).degraded().build())
        .hasToString("NEVER remaining=5/5 resetAfter=PT0S rule=default origin=STORE degraded");
  }

  @Test
  void documentedExample_holds() {
    Decision decision = Decision.denied(100, 0, Duration.ofMillis(250));
    boolean allowed = decision.allowed(); // false
    Duration pause = decision.retryAfter(); // PT0.25S

    assertThat(allowed).isFalse();
    assertThat(pause).hasToString("PT0.25S");
  }
}
