package dev.ratelimit.local;

import dev.ratelimit.AllOf;
import dev.ratelimit.FixedWindow;
import dev.ratelimit.Limit;
import dev.ratelimit.SlidingLog;
import dev.ratelimit.SlidingWindow;
import dev.ratelimit.core.algorithm.Algorithm;
import dev.ratelimit.core.algorithm.KeyState;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Step;
import dev.ratelimit.core.algorithm.Verdict;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A limit of another kind than a token bucket, made ready. Immutable. */
sealed interface StateTerms permits WindowTerms, AllOfTerms {

  /**
   * {@return the terms of a limit}
   *
   * @throws IllegalArgumentException if the limit keeps no state
   */
  static StateTerms of(Limit limit) {
    if (limit instanceof AllOf all) {
      return AllOfTerms.of(all);
    }
    if (limit instanceof FixedWindow fixed) {
      return WindowTerms.of(fixed, fixed.window(), 1);
    }
    if (limit instanceof SlidingWindow sliding) {
      return WindowTerms.of(sliding, sliding.window(), 2);
    }
    if (limit instanceof SlidingLog log) {
      return WindowTerms.of(log, log.window(), 1);
    }
    throw new IllegalArgumentException("limit must be one that keeps state, was " + limit);
  }

  /**
   * Has a key owe at least what a store said of it.
   *
   * @param micros the instant to do that at
   * @param operation does it
   */
  record Start(long micros, Function<LimitedKey, Step<Verdict>> operation) {}

  /** {@return what has a key start from an answer} */
  Start startFrom(StoreAnswer answer, long nowMicros);

  /** {@return the limit} */
  Limit limit();

  /** {@return what decides} */
  Algorithm algorithm();

  /** {@return whether a key owes nothing at an instant, no earlier than its last write} */
  boolean isFull(String key, @Nullable KeyState state, long micros);

  /** Has what a key owes at an instant remembered, since its cell has to go. */
  void remember(String key, @Nullable KeyState state, long micros, Overflow overflow);

  /** {@return what a key without a cell owes at an instant, {@code null} if nothing} */
  @Nullable KeyState remembered(String key, long micros, Overflow overflow);
}
