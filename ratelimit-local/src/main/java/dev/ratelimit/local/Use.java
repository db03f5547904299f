package dev.ratelimit.local;

/**
 * What has been used of a limit.
 *
 * @param used how many permits, from 0 to the limit's
 * @param limit how many permits the limit has
 * @param untilMicros when nothing of it counts any more
 */
record Use(long used, long limit, long untilMicros) {

  /** {@return the larger part until the later instant} */
  Use or(Use other) {
    Use larger = part() >= other.part() ? this : other;
    return new Use(larger.used, larger.limit, Math.max(untilMicros, other.untilMicros));
  }

  private double part() {
    return (double) used / limit;
  }

  /** {@return what the same part of another limit is, rounded up; at least 1} */
  long of(long permits) {
    if (permits == limit) {
      return Math.max(1, used);
    }
    double same = Math.ceil(Math.nextUp(part()) * (double) permits);
    return Math.max(1, Math.min(permits, (long) same));
  }
}
