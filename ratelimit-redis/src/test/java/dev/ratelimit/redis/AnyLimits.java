package dev.ratelimit.redis;

import dev.ratelimit.BucketUnits;
import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.LongFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Limits of each kind, drawn from all that can be built. */
final class AnyLimits {

  private AnyLimits() {}

  static Arbitrary<Long> permits() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.longs().between(1, 1_000)),
        Tuple.of(2, Arbitraries.longs().between(1, 10_000_000_000L)),
        Tuple.of(1, Arbitraries.longs().between(1, BucketUnits.MAX_CAPACITY)));
  }

  /** {@return microseconds, often whole milliseconds or seconds} */
  static Arbitrary<Long> micros() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(1, 10_000_000),
        Arbitraries.longs().between(1, 100_000).map(millis -> millis * 1_000),
        Arbitraries.longs().between(1, 100_000).map(seconds -> seconds * 1_000_000));
  }

  /** {@return nothing, or part of a window, in whole ticks of a microsecond to a second} */
  static Optional<Duration> offset(long windowMicros, int part, long tickMicros) {
    long offset = windowMicros / 1_000 * part / tickMicros * tickMicros;
    return part % 3 == 0 ? Optional.empty() : Optional.of(duration(offset));
  }

  static Arbitrary<Integer> parts() {
    return Arbitraries.integers().between(0, 999);
  }

  static Arbitrary<Long> ticks() {
    return Arbitraries.of(1L, 1_000L, 1_000_000L);
  }

  /** {@return token buckets; where none of a rate can be kept exactly, one of another rate} */
  static Arbitrary<TokenBucket> buckets() {
    return Combinators.combine(permits(), micros(), permits())
        .as((permits, periodMicros, burst) -> bucket(permits, duration(periodMicros), burst));
  }

  private static TokenBucket bucket(long permits, Duration period, long burst) {
    try {
      return nearest(burst, fits -> new TokenBucket(permits, period, fits));
    } catch (IllegalArgumentException e) {
      return Limit.perSecond(10);
    }
  }

  /** {@return the limit with the most permits, as many or fewer, that can be kept exactly} */
  static <L extends Limit> L nearest(long permits, LongFunction<L> limit) {
    long fits = permits;
    while (true) {
      try {
        return limit.apply(fits);
      } catch (IllegalArgumentException e) {
        if (fits == 1) {
          throw e;
        }
        fits = Math.max(1, fits / 1_000);
      }
    }
  }

  static Duration duration(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
