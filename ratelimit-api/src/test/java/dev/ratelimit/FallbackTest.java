package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FallbackTest {

  @Test
  void choices_areValuesThatSayWhatTheyHold() {
    Limit limit = Limit.perSecond(5);

    assertThat(Fallback.open()).isEqualTo(new Fallback.Open());
    assertThat(Fallback.closed()).isEqualTo(new Fallback.Closed());
    assertThat(Fallback.local(6)).isEqualTo(new Fallback.Share(6));
    assertThat(Fallback.local(limit)).isEqualTo(new Fallback.PerInstance(limit));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6, Integer.MAX_VALUE})
  void anyNumberOfInstances_mayShare(int instances) {
    assertThat(new Fallback.Share(instances).instances()).isEqualTo(instances);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void lessThanOneInstance_isRefused(int instances) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fallback.local(instances))
        .withMessage("instances must be from 1 to 2147483647, was " + instances);
  }

  @Test
  void missingLimit_isRefused() {
    assertThatThrownBy(() -> Fallback.local((Limit) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("limit");
  }

  @Test
  void missingMembership_isRefused() {
    assertThatThrownBy(() -> Fallback.local((Membership) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("membership");
  }
}
