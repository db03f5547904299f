package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class DecisionBuilderTest {

  private static DecisionBuilder builder() {
    return Decision.allowed(10, 9).toBuilder();
  }

  @Test
  void everySetter_changesOnlyItsOwnValue() {
    Decision decision =
        builder()
            .origin(Origin.STORE)
            .ruleName("free")
            .degraded()
            .binding(2)
            .resetAfter(Duration.ofSeconds(3))
            .at(Instant.EPOCH.plusSeconds(4))
            .build();

    assertThat(decision.origin()).isEqualTo(Origin.STORE);
    assertThat(decision.ruleName()).isEqualTo("free");
    assertThat(decision.degraded()).isTrue();
    assertThat(decision.binding()).isEqualTo(2);
    assertThat(decision.resetAfter()).isEqualTo(Duration.ofSeconds(3));
    assertThat(decision.resetAt()).isEqualTo(Instant.EPOCH.plusSeconds(7));
  }

  @Test
  void settersInTheOtherOrder_giveTheSame() {
    Decision one = builder().origin(Origin.STORE).ruleName("free").degraded().binding(2).build();
    Decision other = builder().binding(2).degraded().ruleName("free").origin(Origin.STORE).build();

    assertThat(one).isEqualTo(other);
  }

  @Test
  void rebuiltDecision_isEqual() {
    Decision decision =
        Decision.denied(10, 3, Duration.ofSeconds(1)).toBuilder()
            .origin(Origin.STORE)
            .ruleName("free")
            .degraded()
            .binding(2)
            .resetAfter(Duration.ofSeconds(3))
            .at(Instant.EPOCH.plusSeconds(4))
            .build();

    assertThat(decision.toBuilder().build()).isEqualTo(decision);
    assertThat(Decision.never(3, 2).toBuilder().build()).isEqualTo(Decision.never(3, 2));
    assertThat(Decision.allowed(3, 2).toBuilder().build()).isEqualTo(Decision.allowed(3, 2));
  }

  @Test
  void resetAfter_isRoundedUp() {
    assertThat(builder().resetAfter(Duration.ofNanos(1_001)).build().resetAfter())
        .isEqualTo(Duration.ofNanos(2_000));
  }

  @Test
  void negativeResetAfter_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().resetAfter(Duration.ofNanos(-1)))
        .withMessage("resetAfter must be at least PT0S, was PT-0.000000001S");
  }

  @Test
  void negativeResetAfterOfAStore_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().resetAfterMicros(-1).build())
        .withMessage("resetAfter in microseconds must be from 0 to 9223372036854775807, was -1");
  }

  @Test
  void instant_isRoundedDownAlsoBeforeTheEpoch() {
    assertThat(builder().at(Instant.EPOCH.plusNanos(1_999)).build().resetAt())
        .isEqualTo(Instant.EPOCH.plusNanos(1_000));
    assertThat(builder().at(Instant.EPOCH.minusNanos(1)).build().resetAt())
        .isEqualTo(Instant.EPOCH.minusNanos(1_000));
    assertThat(builder().at(Instant.EPOCH.minusSeconds(2)).build().resetAt())
        .isEqualTo(Instant.EPOCH.minusSeconds(2));
  }

  @Test
  void instantTooFarAway_isRefused() {
    Instant last = Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);

    assertThat(builder().at(last).build().resetAt()).isEqualTo(last);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().at(last.plusNanos(1_000)))
        .withMessage(
            "instant must be at most 9223372036854775807 microseconds, was"
                + " PT2562047788H54.775808S");
  }

  @Test
  void negativeBinding_isRefused() {
    assertThat(builder().binding(Integer.MAX_VALUE).build().binding()).isEqualTo(Integer.MAX_VALUE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().binding(-1))
        .withMessage("binding must be from 0 to 2147483647, was -1");
  }

  @Test
  void nullOriginOrName_isRefused() {
    assertThatThrownBy(() -> builder().origin(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("origin");
    assertThatThrownBy(() -> builder().ruleName(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("ruleName");
  }

  @Test
  void documentedExample_holds() {
    Decision decision =
        Decision.allowed(10, 9).toBuilder()
            .resetAfter(Duration.ofSeconds(1))
            .ruleName("free")
            .build();

    assertThat(decision.resetAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(decision.ruleName()).isEqualTo("free");
  }
}
