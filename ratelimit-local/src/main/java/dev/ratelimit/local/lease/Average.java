package dev.ratelimit.local.lease;

/**
 * A moving average of something that is counted. Not thread-safe.
 *
 * <p>Source: the exponentially weighted moving average, for events at any distance.
 */
final class Average {

  private static final double SECOND_MICROS = 1_000_000;

  private final double spanMicros;
  private double perMicro;
  private long lastMicros;

  /** Averages over a span of so many microseconds. */
  Average(double spanMicros) {
    this.spanMicros = spanMicros;
  }

  /** What has happened evenly since the last call of this, or of {@link #addNow}. */
  void addSince(long amount, long nowMicros) {
    long elapsed = nowMicros - lastMicros;
    if (elapsed <= 0) {
      perMicro += amount / spanMicros;
      return;
    }
    double kept = Math.exp(-elapsed / spanMicros);
    perMicro = perMicro * kept + amount * (1 - kept) / elapsed;
    lastMicros = nowMicros;
  }

  /** What happens at this instant. */
  void addNow(long amount, long nowMicros) {
    addSince(0, nowMicros);
    perMicro += amount / spanMicros;
  }

  double perSecond() {
    return perMicro * SECOND_MICROS;
  }
}
