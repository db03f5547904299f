package dev.ratelimit;

import java.time.Duration;

/**
 * What a key may spend. Always legal: a limit that cannot be kept exactly is refused when it is
 * built, by an {@link IllegalArgumentException} that names the field, the value and the bound.
 *
 * <p>Immutable.
 *
 * <pre>{@code
 * Limit api = Limit.perMinute(100).withBurst(20);
 * Limit backup = Limit.of(3, Duration.ofDays(1));
 * }</pre>
 */
public sealed interface Limit permits TokenBucket, Unlimited, Blocked {

  /**
   * {@return a token bucket of {@code permits} per second, and as many at once}
   *
   * @param permits from 1 to 2^52
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static TokenBucket perSecond(long permits) {
    return of(permits, Duration.ofSeconds(1));
  }

  /**
   * {@return a token bucket of {@code permits} per minute, and as many at once}
   *
   * @param permits from 1 to 2^52
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static TokenBucket perMinute(long permits) {
    return of(permits, Duration.ofMinutes(1));
  }

  /**
   * {@return a token bucket of {@code permits} per hour, and as many at once}
   *
   * @param permits from 1 to 2^52
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static TokenBucket perHour(long permits) {
    return of(permits, Duration.ofHours(1));
  }

  /**
   * {@return a token bucket of {@code permits} per 24 hours, and as many at once}
   *
   * @param permits from 1 to 2^52
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static TokenBucket perDay(long permits) {
    return of(permits, Duration.ofDays(1));
  }

  /**
   * {@return a token bucket of {@code permits} per {@code period}, and as many at once}
   *
   * @param permits from 1 to 2^52
   * @param period at least 1 microsecond, in whole microseconds
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static TokenBucket of(long permits, Duration period) {
    return new TokenBucket(permits, period, permits);
  }

  /** {@return the limit that allows everything and keeps no state} */
  static Unlimited unlimited() {
    return new Unlimited();
  }

  /** {@return the limit that denies everything, for good, and keeps no state} */
  static Blocked blocked() {
    return new Blocked();
  }
}
