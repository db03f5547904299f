package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;

/** What is to be done about a check. */
sealed interface Move {

  /** The key's holding has just been evicted: the store is asked without one. */
  Move GONE = new Gone();

  /** It is answered. */
  record Answer(Decision decision) implements Move {}

  /** The store is asked. */
  record Ask(Inquiry inquiry) implements Move {}

  /** It waits for the call in flight. */
  record Join(Waiter waiter) implements Move {}

  /** It is too late. */
  record Gone() implements Move {}
}
