package dev.ratelimit.core.store;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;

/** Answers checks about which a store is not asked. Thread-safe. */
@FunctionalInterface
public interface Instead {

  /**
   * {@return the decision}
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param cost permits, at least 0
   * @param nowMicros the caller's instant
   * @param refusal why the store is not asked
   */
  Decision check(String key, Rule rule, long cost, long nowMicros, StoreException refusal);
}
