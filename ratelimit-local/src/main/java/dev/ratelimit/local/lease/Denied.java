package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What was denied of a key that is not leased. Immutable.
 *
 * @param rule the rule it was denied under
 * @param scarcity what follows from that
 */
record Denied(Rule rule, Scarcity scarcity) implements Entry {

  /**
   * {@return what a denial leaves}
   *
   * @param line which costs it denies
   * @param check the denial
   * @param nowMicros when it came
   */
  static Denied by(Rule rule, DenyLine line, Decision check, long nowMicros) {
    return new Denied(rule, Scarcity.of(line, 0, check, nowMicros));
  }

  @Override
  public @Nullable Decision answer(Rule asked, long cost, long nowMicros) {
    return rule.equals(asked) ? scarcity.denial(rule, cost, nowMicros) : null;
  }
}
