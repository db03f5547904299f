package dev.ratelimit.local.lease;

/**
 * A moving average over 100 ms of something that is counted. Not thread-safe.
 *
 * <p>Source: the exponentially weighted moving average, for events at any distance.
 */
final class Average {

  private static final double SPAN_MICROS = 100_000;
  private static final double SECOND_MICROS = 1_000_000;

  private double perMicro;
  private long lastMicros;

  /** What has happened evenly since the last call of this, or of {@link #addNow}. */
  void addSince(long amount, long nowMicros) {
    long elapsed = nowMicros - lastMicros;
    if (elapsed <= 0) {
      perMicro += amount / SPAN_MICROS;
      return;
    }
    double kept = Math.exp(-elapsed / SPAN_MICROS);
    perMicro = perMicro * kept + amount * (1 - kept) / elapsed;
    lastMicros = nowMicros;
  }

  /** What happens at this instant. */
  void addNow(long amount, long nowMicros) {
    addSince(0, nowMicros);
    perMicro += amount / SPAN_MICROS;
  }

  double perSecond() {
    return perMicro * SECOND_MICROS;
  }
}
