package dev.ratelimit.core;

import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Store;

/** A limiter that shows what it is made of, so that layers can be put over its store. */
public interface StoreBacked extends PermitLimiter {

  /** {@return what decides} */
  Store store();

  /** {@return which rule each key is under} */
  Rules rules();

  /** {@return the limiter's clock} */
  TimeSource timeSource();
}
