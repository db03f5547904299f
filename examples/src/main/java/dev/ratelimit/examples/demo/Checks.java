package dev.ratelimit.examples.demo;

import dev.ratelimit.Decision;
import dev.ratelimit.Origin;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How many checks there were and how long they took. Thread-safe. */
final class Checks {

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Recorder nanos = new Recorder(SIGNIFICANT_DIGITS);

  private final LongAdder withoutRedis = new LongAdder();

  Decision timed(Supplier<Decision> check) {
    long start = System.nanoTime();
    Decision decision = check.get();
    nanos.recordValue(Math.max(1, System.nanoTime() - start));
    if (decision.origin() == Origin.LEASE || decision.origin() == Origin.DENY_LINE) {
      withoutRedis.increment();
    }
    return decision;
  }

  /** {@return how many checks were answered from leases, or from what Redis denied before} */
  long withoutRedis() {
    return withoutRedis.sum();
  }

  /** {@return what has been recorded since the last call} */
  Interval sinceLast() {
    Histogram interval = nanos.getIntervalHistogram();
    return new Interval(
        interval.getTotalCount(),
        micros(interval.getValueAtPercentile(50)),
        micros(interval.getValueAtPercentile(99)));
  }

  private static double micros(long nanos) {
    return nanos / (double) TimeUnit.MICROSECONDS.toNanos(1);
  }

  /**
   * The checks of one stretch of time.
   *
   * @param count how many
   * @param p50Micros the median
   * @param p99Micros the slowest hundredth begins here
   */
  record Interval(long count, double p50Micros, double p99Micros) {}
}
