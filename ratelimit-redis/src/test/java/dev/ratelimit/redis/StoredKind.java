package dev.ratelimit.redis;

import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.core.Algorithms;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.store.Replies;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The kinds of limit besides the token bucket: two limits of each, and how values are read. */
enum StoredKind {
  FIXED_WINDOW,
  SLIDING_WINDOW,
  SLIDING_LOG,
  ALL_OF;

  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration OFFSET = Duration.ofSeconds(7);

  /** {@return a rule of ten permits at most} */
  Rule rule() {
    return Rule.of(
        "rule",
        switch (this) {
          case FIXED_WINDOW -> Limit.fixedWindow(10, SHORT).withOffset(Duration.ZERO);
          case SLIDING_WINDOW -> Limit.slidingWindow(10, SHORT).withOffset(Duration.ZERO);
          case SLIDING_LOG -> Limit.slidingLog(10, SHORT);
          case ALL_OF -> Limit.allOf(Limit.perSecond(1).withBurst(10), Limit.perSecond(10));
        });
  }

  /** {@return another rule, whose limit takes the place of that of the first} */
  Rule other() {
    return Rule.of(
        "rule",
        switch (this) {
          case FIXED_WINDOW -> Limit.fixedWindow(10, LONG).withOffset(OFFSET);
          case SLIDING_WINDOW -> Limit.slidingWindow(10, LONG).withOffset(OFFSET);
          case SLIDING_LOG -> Limit.slidingLog(50, LONG);
          case ALL_OF ->
              Limit.allOf(Limit.perSecond(2).withBurst(10), Limit.perSecond(999_983).withBurst(40));
        });
  }

  Reading read(byte[] value) {
    return switch (this) {
      case FIXED_WINDOW -> StoredWindows.fixed(value);
      case SLIDING_WINDOW -> StoredWindows.sliding(value);
      case SLIDING_LOG -> StoredWindows.log(value);
      case ALL_OF -> StoredAllOf.read(value);
    };
  }

  /** {@return what the pure algorithm makes of a stored value} */
  static LimitedKey found(Rule rule, Reading read, long micros) {
    @Nullable KeyState state = read.state().orElse(null);
    return Algorithms.of(rule.limit()).at(state, "key", micros);
  }

  static Replies replies(long micros) {
    return new Replies("rule", Origin.STORE, micros);
  }
}
