package dev.ratelimit.local;

import dev.ratelimit.Decision;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Taken;

/** Decides about the keys under one rule. Thread-safe. */
interface Decider {

  Decision check(String key, long cost, long nowMicros);

  Decision peek(String key, long cost, long nowMicros);

  Held reserve(String key, Hold hold, long nowMicros);

  Taken take(String key, long want, long nowMicros);

  Decision refund(String key, long permits, long nowMicros);

  Decision reset(String key, long nowMicros);

  /** Has the key owe at least what a store said of it, as far as that is told. */
  void startFrom(StoreAnswer answer, String key, long nowMicros);

  /** {@return what the key owes, in units; 0 under another limit than a token bucket} */
  long debt(String key, long nowMicros);
}
