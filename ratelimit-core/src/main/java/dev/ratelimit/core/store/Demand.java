package dev.ratelimit.core.store;

import dev.ratelimit.Rule;

/**
 * What is asked of one of several keys.
 *
 * @param key whose permits
 * @param rule the rule the key is under
 * @param cost permits, at least 0
 */
public record Demand(String key, Rule rule, long cost) {

  /**
   * Checks the range.
   *
   * @param key any
   * @param rule any
   * @param cost at least 0
   * @throws IllegalArgumentException if {@code cost} is negative
   */
  public Demand {
    Amounts.notNegative("cost", cost);
  }
}
