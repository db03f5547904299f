package dev.ratelimit.local.fallback;

import dev.ratelimit.Decision;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Taken;

/** Answers for the store under one rule, while the store cannot be asked. Thread-safe. */
interface Substitute {

  Decision check(String key, long cost, Moment at);

  Decision peek(String key, long cost, Moment at);

  Held reserve(String key, Hold hold, Moment at);

  Taken take(String key, long want, Moment at);

  Decision refund(String key, long permits, Moment at);

  Decision reset(String key, Moment at);
}
