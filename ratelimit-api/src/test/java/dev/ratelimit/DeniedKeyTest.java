package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DeniedKeyTest {

  @Test
  void error_isAtMostTheDenials() {
    assertThat(new DeniedKey("a", 5, 5).error()).isEqualTo(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeniedKey("a", 5, 6))
        .withMessage("error must be from 0 to denials, 5, was 6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeniedKey("a", 5, -1))
        .withMessage("error must be from 0 to denials, 5, was -1");
  }

  @Test
  void negativeDenials_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeniedKey("a", -1, 0))
        .withMessage("denials must be at least 0, were -1");
    assertThatThrownBy(() -> new DeniedKey(null, 1, 0)).hasMessage("key");
  }
}
