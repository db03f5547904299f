package dev.ratelimit.local.fallback;

import dev.ratelimit.StoreException;
import java.time.Duration;

/**
 * When the store could not be asked.
 *
 * @param nowMicros the caller's instant
 * @param nextProbe how long until the store is tried again
 * @param unsent whether the store certainly charges nothing for what it was to be asked
 */
record Moment(long nowMicros, Duration nextProbe, boolean unsent) {

  private static final Duration FIRST_PROBE = Duration.ofMillis(100);
  private static final Duration LEAST = Duration.ofNanos(1_000);

  static Moment of(StoreException failure, long nowMicros) {
    boolean unsent = failure.charge() == StoreException.Charge.NONE;
    return new Moment(nowMicros, failure.nextProbe(), unsent);
  }

  /** {@return an instant at which the store is not asked at all} */
  static Moment here(long nowMicros) {
    return new Moment(nowMicros, Duration.ZERO, true);
  }

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
