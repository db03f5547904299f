package dev.ratelimit;

/**
 * Decides whether a key may spend permits now.
 *
 * <p>A denial is a value, never an exception; look at {@link Decision#allowed()}. One abstract
 * method, so a lambda is a limiter.
 *
 * <p>Thread-safe: every limiter of this library may be called from any number of threads.
 *
 * <pre>{@code
 * Limiter limiter = LocalLimiter.builder(Limit.perMinute(100).withBurst(20)).build();
 * Decision decision = limiter.check(Keys.of("tenant-42", "export"), 10);
 * if (!decision.allowed()) {
 *   reply(429, decision.retryAfter());
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Limiter {

  /**
   * Spends {@code cost} permits of {@code key} if they are there, all or none.
   *
   * @param key whose permits; any string, see {@link Keys} for keys of several parts
   * @param cost permits to spend, at least 0; 0 is always allowed and changes nothing (a {@link
   *     Limit#blocked() blocked} key denies even that)
   * @return the decision; a cost above what the limit can ever grant is {@link Outcome#NEVER}
   * @throws IllegalArgumentException if {@code cost} is negative
   * @throws IllegalStateException if the limiter is closed
   */
  Decision check(String key, long cost);

  /**
   * Spends one permit of {@code key} if it is there.
   *
   * @param key whose permit
   * @return the decision
   * @throws IllegalStateException if the limiter is closed
   */
  default Decision check(String key) {
    return check(key, 1);
  }
}
