package dev.ratelimit.local;

/**
 * What has been used of a limit.
 *
 * @param part from 0 to 1
 * @param untilMicros when nothing of it counts any more
 */
record Use(double part, long untilMicros) {

  /** {@return the larger part until the later instant} */
  Use or(Use other) {
    return new Use(Math.max(part, other.part), Math.max(untilMicros, other.untilMicros));
  }

  /** {@return what was used, rounded up} */
  long of(long permits) {
    double used = Math.ceil(Math.nextUp(part) * (double) permits);
    return Math.max(1, Math.min(permits, (long) used));
  }
}
