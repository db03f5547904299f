package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleTest {

  private static final Limit LIMIT = Limit.perSecond(5);

  @Test
  void bareLimit_isARuleNamedDefault() {
    Rule rule = Rule.of(LIMIT);

    assertThat(rule.name()).isEqualTo("default");
    assertThat(rule.limit()).isEqualTo(LIMIT);
  }

  @Test
  void namedRule_keepsItsName() {
    Rule rule = Rule.of("free", LIMIT);

    assertThat(rule).isEqualTo(new Rule("free", LIMIT));
    assertThat(rule.name()).isEqualTo("free");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
  void blankName_isRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rule.of(name, LIMIT))
        .withMessage("name must not be blank, was \"" + name + "\"");
  }

  @Test
  void nulls_areRefused() {
    assertThatThrownBy(() -> Rule.of(null, LIMIT))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("name");
    assertThatThrownBy(() -> Rule.of("free", null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("limit");
    assertThatThrownBy(() -> Rule.of(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("limit");
  }
}
