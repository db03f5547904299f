package dev.ratelimit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindingTest {

  private static final Decision FOUR_LEFT = Decision.allowed(10, 4);
  private static final Decision THREE_LEFT = Decision.allowed(10, 3);
  private static final Decision A_SECOND = Decision.denied(10, 9, Duration.ofSeconds(1));
  private static final Decision A_MINUTE = Decision.denied(10, 9, Duration.ofMinutes(1));
  private static final Decision NEVER = Decision.never(10, 10);

  @Test
  void fewestRemaining_bindsAmongTheAllowed() {
    assertThat(Binding.of(List.of(FOUR_LEFT, THREE_LEFT, FOUR_LEFT))).isSameAs(THREE_LEFT);
  }

  @Test
  void longestWait_bindsAmongTheDenied() {
    assertThat(Binding.of(List.of(A_SECOND, A_MINUTE, THREE_LEFT))).isSameAs(A_MINUTE);
    assertThat(Binding.of(List.of(NEVER, A_MINUTE))).isSameAs(NEVER);
    assertThat(Binding.of(List.of(A_MINUTE, NEVER))).isSameAs(NEVER);
  }

  @Test
  void denial_bindsMoreThanAnyAllowed() {
    assertThat(Binding.of(List.of(THREE_LEFT, A_SECOND))).isSameAs(A_SECOND);
    assertThat(Binding.of(List.of(A_SECOND, Decision.allowed(10, 0)))).isSameAs(A_SECOND);
  }

  @Test
  void firstOfEquals_binds() {
    Decision equal = Decision.allowed(20, 3);

    assertThat(Binding.of(List.of(THREE_LEFT, equal))).isSameAs(THREE_LEFT);
    assertThat(Binding.of(List.of(equal, THREE_LEFT))).isSameAs(equal);
  }

  @Test
  void noDecision_isRefused() {
    assertThatThrownBy(() -> Binding.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
