package dev.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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

  @Test
  void rule_hasNoFallbackOfItsOwnUnlessGivenOne() {
    Rule rule = Rule.of("free", LIMIT);

    Rule withFallback = rule.withFallback(Fallback.open());

    assertThat(rule.ownFallback()).isEmpty();
    assertThat(Rule.of(LIMIT).ownFallback()).isEmpty();
    assertThat(withFallback.ownFallback()).contains(Fallback.open());
    assertThat(withFallback.name()).isEqualTo("free");
    assertThat(withFallback.limit()).isEqualTo(LIMIT);
    assertThat(withFallback).isNotEqualTo(rule);
  }

  @Test
  void secondFallback_replacesTheFirst() {
    Rule rule = Rule.of(LIMIT).withFallback(Fallback.open()).withFallback(Fallback.local(6));

    assertThat(rule.ownFallback()).contains(Fallback.local(6));
  }

  @Test
  void tags_areKeptBesideTheRest() {
    Rule rule = Rule.of("free", LIMIT).withFallback(Fallback.open());

    Rule tagged = rule.withTag("plan", "trial").withTag("scope", "tenant").withTag("plan", "free");

    assertThat(rule.tags()).isEmpty();
    assertThat(tagged.tags()).isEqualTo(Map.of("plan", "free", "scope", "tenant"));
    assertThat(tagged.name()).isEqualTo("free");
    assertThat(tagged.limit()).isEqualTo(LIMIT);
    assertThat(tagged.ownFallback()).contains(Fallback.open());
    assertThat(tagged.withFallback(Fallback.closed()).tags()).isEqualTo(tagged.tags());
  }

  @Test
  void tagsOfARule_doNotChangeWithTheMapTheyCameFrom() {
    Map<String, String> tags = new HashMap<>(Map.of("plan", "free"));
    Rule rule = new Rule("free", LIMIT, Optional.empty(), tags);

    tags.put("plan", "paid");

    assertThat(rule.tags()).isEqualTo(Map.of("plan", "free"));
  }

  @Test
  void blankTag_isRefused() {
    Rule rule = Rule.of(LIMIT);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> rule.withTag(" ", "free"))
        .withMessage("tag must not be blank, was \" \"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rule.withTag("plan", ""))
        .withMessage("value of tag plan must not be blank, was \"\"");
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
    assertThatThrownBy(() -> Rule.of(LIMIT).withFallback(null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> new Rule("free", LIMIT, null, Map.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("ownFallback");
    assertThatThrownBy(() -> new Rule("free", LIMIT, Optional.empty(), null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> Rule.of(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("limit");
  }
}
