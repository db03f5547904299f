package dev.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
public sealed interface Limit
    permits TokenBucket, FixedWindow, SlidingWindow, SlidingLog, AllOf, Unlimited, Blocked {

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
    return of(permits, period, permits);
  }

  /**
   * {@return a token bucket of {@code permits} per {@code period}, and {@code burst} at once: the
   * way to limits that are exact with that burst only}
   *
   * @param permits from 1 to 2^52
   * @param period at least 1 microsecond, in whole microseconds
   * @param burst from 1 to 2^52
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static TokenBucket of(long permits, Duration period, long burst) {
    return new TokenBucket(permits, period, burst);
  }

  /**
   * {@return a leaky bucket: a token bucket of burst 1, so that permits are granted one at a time,
   * {@code period / permits} apart}
   *
   * <p>Use it through {@link PermitLimiter#reserve} or {@link PermitLimiter#acquire}: callers
   * queue, and the longest acceptable wait bounds the queue.
   *
   * @param permits from 1 to 2^52
   * @param period at least 1 microsecond, in whole microseconds
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static TokenBucket leakyBucket(long permits, Duration period) {
    return new TokenBucket(permits, period, 1);
  }

  /**
   * {@return a fixed window; each key's windows begin at instants of its own}
   *
   * @param permits from 1 to 2^52
   * @param window from 1 microsecond to 36,500 days, in whole microseconds
   * @throws IllegalArgumentException if a value is out of its range
   */
  static FixedWindow fixedWindow(long permits, Duration window) {
    return new FixedWindow(permits, window, Optional.empty());
  }

  /**
   * {@return a sliding window; each key's windows begin at instants of its own}
   *
   * @param permits from 1 to 2^52
   * @param window from 1 microsecond to 36,500 days, in whole microseconds
   * @throws IllegalArgumentException if the limit cannot be kept exactly
   */
  static SlidingWindow slidingWindow(long permits, Duration window) {
    return new SlidingWindow(permits, window, Optional.empty());
  }

  /**
   * {@return a sliding log of at most 10,000 permits}
   *
   * @param permits from 1 to 10,000
   * @param window from 1 microsecond to 36,500 days, in whole microseconds
   * @throws IllegalArgumentException if a value is out of its range
   */
  static SlidingLog slidingLog(long permits, Duration window) {
    return SlidingLog.undeclared(permits, window);
  }

  /**
   * {@return a sliding log of at most as many permits as are declared here, because each takes
   * memory}
   *
   * @param permits from 1 to {@code maximumPermits}
   * @param window from 1 microsecond to 36,500 days, in whole microseconds
   * @param maximumPermits from 1 to 1,000,000; only checked, not a part of the limit
   * @throws IllegalArgumentException if a value is out of its range
   */
  static SlidingLog slidingLog(long permits, Duration window, long maximumPermits) {
    return SlidingLog.declared(permits, window, maximumPermits);
  }

  /**
   * {@return all of several token buckets: a request is charged to each of them, or to none}
   *
   * @param first the first
   * @param rest up to 15 more
   * @throws IllegalArgumentException if there are more
   */
  static AllOf allOf(TokenBucket first, TokenBucket... rest) {
    List<TokenBucket> limits = new ArrayList<>(1 + rest.length);
    limits.add(first);
    limits.addAll(List.of(rest));
    return new AllOf(limits);
  }

  /** {@return the limit that allows everything and keeps no state} */
  static Unlimited unlimited() {
    return new Unlimited();
  }

  /** {@return the limit that denies everything, for good, and keeps no state} */
  static Blocked blocked() {
    return new Blocked();
  }

  /**
   * {@return the most permits that one request can be granted: a cost above it is never allowed}
   */
  long mostPermits();
}
