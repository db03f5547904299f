package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class BucketDecisionsTest {

  /** Three a second, three at once: a tick of 1 us pays 3 units, a permit is 1,000,000. */
  private static final BucketUnits THREE = BucketUnits.of(3, 1_000_000, 3);

  private final BucketDecisions decisions = BucketDecisions.of(THREE, "free", Origin.STORE);

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  @Test
  void allowed_readsTheDebt() {
    Decision decision = decisions.allowed(1_000_000, 5);

    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(decision.limit()).isEqualTo(3);
    assertThat(decision.remaining()).isEqualTo(2);
    assertThat(decision.retryAfter()).isZero();
    assertThat(decision.resetAfter()).isEqualTo(micros(333_334));
    assertThat(decision.resetAt()).isEqualTo(Instant.EPOCH.plus(333_339, ChronoUnit.MICROS));
  }

  @Test
  void denied_waitsForTheCostItDenied() {
    Decision decision = decisions.denied(3_000_000, 1, 0);

    assertThat(decision.outcome()).isEqualTo(Outcome.DENIED);
    assertThat(decision.remaining()).isZero();
    assertThat(decision.retryAfter()).isEqualTo(micros(333_334));
    assertThat(decision.resetAfter()).isEqualTo(micros(1_000_000));
  }

  @Test
  void deniedBurst_isDenied_andOneMoreNever() {
    Decision burst = decisions.denied(1, 3, 0);
    Decision more = decisions.denied(1, 4, 0);

    assertThat(burst.outcome()).isEqualTo(Outcome.DENIED);
    assertThat(burst.retryAfter()).isEqualTo(micros(1));
    assertThat(more.outcome()).isEqualTo(Outcome.NEVER);
    assertThat(more.retryAfter()).isEqualTo(ChronoUnit.FOREVER.getDuration());
  }

  @Test
  void costOfLongMax_isNeverWithoutOverflow() {
    Decision decision = decisions.denied(0, Long.MAX_VALUE, 0);

    assertThat(decision).isEqualTo(made(Decision.never(3, 3)).build());
    assertThat(decision.toBuilder().build()).isEqualTo(decision);
  }

  @Test
  void debtOfReservations_leavesNothing() {
    Decision decision = decisions.denied(4_500_000, 1, 0);

    assertThat(decision.remaining()).isZero();
    assertThat(decision.retryAfter()).isEqualTo(micros(833_334));
    assertThat(decision.resetAfter()).isEqualTo(micros(1_500_000));
  }

  @Test
  void decision_saysWhoDecided() {
    Decision decision = decisions.allowed(0, 0);

    assertThat(decision.ruleName()).isEqualTo("free");
    assertThat(decision.origin()).isEqualTo(Origin.STORE);
    assertThat(decision.degraded()).isFalse();
    assertThat(decision.binding()).isZero();
  }

  @Test
  void lazyDecision_equalsTheOneMadeByHand() {
    Decision byHand =
        made(Decision.denied(3, 0, micros(333_334))).resetAfter(Duration.ofSeconds(1)).build();

    assertThat(decisions.denied(3_000_000, 1, 0)).isEqualTo(byHand).hasSameHashCodeAs(byHand);
    assertThat(byHand).isEqualTo(decisions.denied(3_000_000, 1, 0));
    assertThat(decisions.denied(3_000_000, 1, 0)).hasToString(byHand.toString());
  }

  private static DecisionBuilder made(Decision decision) {
    return decision.toBuilder().ruleName("free").origin(Origin.STORE);
  }

  @Test
  void denialOfNothing_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decisions.denied(3_000_000, 0, 0))
        .withMessage("cost must be from 1 to 9223372036854775807, was 0");
  }

  @Test
  void nulls_areRefused() {
    assertThatThrownBy(() -> BucketDecisions.of(null, "free", Origin.STORE))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("units");
    assertThatThrownBy(() -> BucketDecisions.of(THREE, null, Origin.STORE))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("ruleName");
    assertThatThrownBy(() -> BucketDecisions.of(THREE, "free", null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("origin");
  }
}
