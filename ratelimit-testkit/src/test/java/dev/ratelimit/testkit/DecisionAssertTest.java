package dev.ratelimit.testkit;

import static dev.ratelimit.testkit.DecisionAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DecisionAssertTest {

  private static final Decision DENIED =
      Decision.denied(10, 2, Duration.ofMillis(250)).toBuilder()
          .resetAfter(Duration.ofMillis(800))
          .at(Instant.ofEpochSecond(5))
          .origin(Origin.STORE)
          .ruleName("free")
          .binding(1)
          .build();

  @Test
  void decisionAsExpected_passes() {
    assertThat(DENIED)
        .isDenied()
        .hasLimit(10)
        .hasRemaining(2)
        .hasRetryAfter(Duration.ofMillis(250))
        .hasResetAfter(Duration.ofMillis(800))
        .hasResetAt(Instant.ofEpochMilli(5_800))
        .hasOrigin(Origin.STORE)
        .hasRuleName("free")
        .hasBinding(1)
        .isNotDegraded();
    assertThat(Decision.allowed(1, 0)).isAllowed().hasRetryAfter(Duration.ZERO);
    assertThat(Decision.never(1, 0)).isNever().hasRetryAfter(ChronoUnit.FOREVER.getDuration());
    assertThat(Decision.allowed(1, 0).toBuilder().degraded().build()).isDegraded();
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        failure("outcome ALLOWED, was DENIED", () -> assertThat(DENIED).isAllowed()),
        failure("outcome DENIED, was ALLOWED", () -> assertThat(Decision.allowed(1, 0)).isDenied()),
        failure("outcome NEVER, was DENIED", () -> assertThat(DENIED).isNever()),
        failure("limit 11, was 10", () -> assertThat(DENIED).hasLimit(11)),
        failure("remaining 3, was 2", () -> assertThat(DENIED).hasRemaining(3)),
        failure(
            "retryAfter PT1S, was PT0.25S",
            () -> assertThat(DENIED).hasRetryAfter(Duration.ofSeconds(1))),
        failure(
            "resetAfter PT1S, was PT0.8S",
            () -> assertThat(DENIED).hasResetAfter(Duration.ofSeconds(1))),
        failure(
            "resetAt 1970-01-01T00:00:00Z, was 1970-01-01T00:00:05.800Z",
            () -> assertThat(DENIED).hasResetAt(Instant.EPOCH)),
        failure("origin LOCAL, was STORE", () -> assertThat(DENIED).hasOrigin(Origin.LOCAL)),
        failure("ruleName paid, was free", () -> assertThat(DENIED).hasRuleName("paid")),
        failure("binding 0, was 1", () -> assertThat(DENIED).hasBinding(0)),
        failure("degraded true, was false", () -> assertThat(DENIED).isDegraded()),
        failure(
            "degraded false, was true",
            () -> assertThat(DENIED.toBuilder().degraded().build()).isNotDegraded()));
  }

  private static Arguments failure(String message, ThrowingCallable assertion) {
    return Arguments.of(message, assertion);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void decisionNotAsExpected_failsAndNamesBothValues(String message, ThrowingCallable assertion) {
    assertThatThrownBy(assertion)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("Expected " + message + ", in:");
  }

  @Test
  void failure_tellsTheWholeDecisionAndItsDescription() {
    assertThatThrownBy(() -> assertThat(DENIED).as("third call").isAllowed())
        .hasMessageContaining("third call")
        .hasMessageContaining(DENIED.toString())
        .hasMessageContaining("resetAt=1970-01-01T00:00:05.800Z binding=1");
  }

  @Test
  void noDecision_fails() {
    assertThatThrownBy(() -> assertThat(null).isAllowed()).isInstanceOf(AssertionError.class);
  }
}
