package dev.ratelimit.local.tiered;

import java.time.Duration;

/**
 * When the store could not be asked.
 *
 * @param nowMicros the caller's instant
 * @param nextProbe how long until the store is tried again
 */
record Moment(long nowMicros, Duration nextProbe) {

  private static final Duration FIRST_PROBE = Duration.ofMillis(100);
  private static final Duration LEAST = Duration.ofNanos(1_000);

  /**
   * {@return how long a denied caller is told to wait: never nothing, and as long as until a first
   * probe while none is planned}
   */
  Duration retryAfter() {
    if (nextProbe.isZero()) {
      return FIRST_PROBE;
    }
    return nextProbe.compareTo(LEAST) < 0 ? LEAST : nextProbe;
  }
}
