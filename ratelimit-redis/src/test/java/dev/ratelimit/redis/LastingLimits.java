package dev.ratelimit.redis;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.util.stream.Stream;

/** Limits under which nothing comes back while a test runs, whenever it runs. */
final class LastingLimits {

  /** The window that began with the epoch lasts until 2069. */
  private static final Duration CENTURY = Duration.ofDays(36_500);

  private LastingLimits() {}

  static Limit fixedWindow(long permits) {
    return Limit.fixedWindow(permits, CENTURY).withOffset(Duration.ZERO);
  }

  static Limit slidingWindow(long permits) {
    return Limit.slidingWindow(permits, CENTURY).withOffset(Duration.ZERO);
  }

  static Limit slidingLog(long permits) {
    return Limit.slidingLog(permits, CENTURY);
  }

  static TokenBucket bucket(long permits) {
    return Limit.of(1, Duration.ofDays(10)).withBurst(permits);
  }

  static Limit allOf(long permits) {
    return Limit.allOf(bucket(permits + 1), bucket(permits), bucket(permits));
  }

  /** {@return one of each kind, of as many permits} */
  static Stream<Limit> ofEachKind(long permits) {
    return Stream.concat(Stream.of(bucket(permits)), ofTheOtherKinds(permits));
  }

  /** {@return one of each kind but the token bucket, of as many permits} */
  static Stream<Limit> ofTheOtherKinds(long permits) {
    return Stream.of(
        fixedWindow(permits), slidingWindow(permits), slidingLog(permits), allOf(permits));
  }
}
