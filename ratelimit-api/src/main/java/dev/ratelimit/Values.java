package dev.ratelimit;

import static dev.ratelimit.Checks.inRange;

/** A decision whose values are all given; its two numbers mean nothing. */
record Values(
    Outcome outcome,
    long limit,
    long remaining,
    long retryAfterMicros,
    long resetAfterMicros,
    Provenance provenance)
    implements Basis {

  Values {
    inRange("limit", limit, 0, Long.MAX_VALUE);
    inRange("remaining", remaining, 0, limit);
    if (outcome == Outcome.DENIED) {
      inRange("retryAfter in microseconds", retryAfterMicros, 1, Long.MAX_VALUE);
    }
    inRange("resetAfter in microseconds", resetAfterMicros, 0, Long.MAX_VALUE);
  }

  @Override
  public Outcome outcome(long x, long y) {
    return outcome;
  }

  @Override
  public long remaining(long x, long y) {
    return remaining;
  }

  @Override
  public long retryAfterMicros(long x, long y, long atMicros) {
    return retryAfterMicros;
  }

  @Override
  public long resetAfterMicros(long x, long y, long atMicros) {
    return resetAfterMicros;
  }
}
