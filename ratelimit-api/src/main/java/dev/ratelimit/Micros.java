package dev.ratelimit;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Whole microseconds to and from the types of {@code java.time}. */
final class Micros {

  private static final int NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Micros() {}

  /** {@return a duration that must be at least 1 microsecond and whole ones} */
  static long exactly(String name, Duration value) {
    Objects.requireNonNull(value, name);
    if (value.isNegative() || value.isZero() || value.toNanosPart() % NANOS_PER_MICRO != 0) {
      throw new IllegalArgumentException(
          name + " must be at least 1 microsecond and whole microseconds, was " + value);
    }
    return count(name, value, 0);
  }

  /** {@return a duration that must not be negative, rounded up} */
  static long roundedUp(String name, Duration value) {
    Objects.requireNonNull(value, name);
    if (value.isNegative()) {
      throw new IllegalArgumentException(name + " must be at least PT0S, was " + value);
    }
    return count(name, value, NANOS_PER_MICRO - 1);
  }

  static Duration toDuration(long micros) {
    return Duration.ofSeconds(
        micros / MICROS_PER_SECOND, micros % MICROS_PER_SECOND * NANOS_PER_MICRO);
  }

  static Instant toInstant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
  }

  /** {@return an instant in microseconds since the epoch, rounded down} */
  static long since1970(String name, Instant value) {
    return count(name, Duration.between(Instant.EPOCH, value), 0);
  }

  private static long count(String name, Duration value, int extraNanos) {
    try {
      return Math.addExact(
          Math.multiplyExact(value.getSeconds(), MICROS_PER_SECOND),
          (value.getNano() + extraNanos) / NANOS_PER_MICRO);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          name + " must be at most " + Long.MAX_VALUE + " microseconds, was " + value, e);
    }
  }
}
