package dev.ratelimit;

import java.util.Objects;

/**
 * Which rule a key is under. Called once a check, so it should be quick and return instances that
 * it keeps: a new {@link Rule} for every call works, but costs more.
 *
 * <p>Must be thread-safe. A resolver that returns {@code null} or throws is a mistake of the
 * caller's and surfaces as an exception from {@code check}.
 *
 * <pre>{@code
 * Rule free = Rule.of("free", Limit.perMinute(60));
 * Rule paid = Rule.of("paid", Limit.perSecond(100).withBurst(500));
 * Rules rules = key -> key.startsWith("paid:") ? paid : free;
 * }</pre>
 */
@FunctionalInterface
public interface Rules {

  /**
   * {@return the rule that {@code key} is under, never {@code null}}
   *
   * @param key as given to the limiter
   */
  Rule ruleFor(String key);

  /**
   * {@return rules that put every key under one limit}
   *
   * @param limit what each key may spend
   */
  static Rules all(Limit limit) {
    return all(Rule.of(limit));
  }

  /**
   * {@return rules that put every key under one rule}
   *
   * @param rule the rule
   */
  static Rules all(Rule rule) {
    Objects.requireNonNull(rule, "rule");
    return key -> rule;
  }
}
