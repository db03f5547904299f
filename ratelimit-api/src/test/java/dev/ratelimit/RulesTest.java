package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RulesTest {

  @Test
  void oneLimitForAll_givesEveryKeyTheSameRule() {
    Rules rules = Rules.all(Limit.perSecond(5));

    Rule rule = rules.ruleFor("a");

    assertThat(rule).isEqualTo(Rule.of(Limit.perSecond(5)));
    assertThat(rules.ruleFor("b")).isSameAs(rule);
  }

  @Test
  void oneRuleForAll_isReturnedAsGiven() {
    Rule rule = Rule.of("free", Limit.perSecond(5));

    assertThat(Rules.all(rule).ruleFor("a")).isSameAs(rule);
  }

  @Test
  void documentedExample_tellsKeysApart() {
    Rule free = Rule.of("free", Limit.perMinute(60));
    Rule paid = Rule.of("paid", Limit.perSecond(100).withBurst(500));
    Rules rules = key -> key.startsWith("paid:") ? paid : free;

    assertThat(rules.ruleFor("paid:42")).isSameAs(paid);
    assertThat(rules.ruleFor("42")).isSameAs(free);
  }

  @Test
  void nulls_areRefused() {
    assertThatThrownBy(() -> Rules.all((Rule) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("rule");
    assertThatThrownBy(() -> Rules.all((Limit) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("limit");
  }
}
