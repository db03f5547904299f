package dev.ratelimit.local.fallback;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What a limiter has logged already, so that nothing is logged with every check. Thread-safe. */
final class Complaints {

  private static final int MOST = 64; // beyond that, the log has said enough

  private final Set<String> made = ConcurrentHashMap.newKeySet();

  /** {@return whether something is to be logged, as it has not been yet} */
  boolean isNew(String subject) {
    return made.size() < MOST && made.add(subject);
  }
}
