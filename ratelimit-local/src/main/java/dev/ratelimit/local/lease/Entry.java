package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import org.jspecify.annotations.Nullable;

/** What this process has or knows of one key. Thread-safe. */
interface Entry {

  /** {@return what can be answered here, if anything} */
  @Nullable Decision answer(Rule rule, long cost, long nowMicros);
}
