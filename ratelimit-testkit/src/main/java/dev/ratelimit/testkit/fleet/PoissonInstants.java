package dev.ratelimit.testkit.fleet;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The instants of independent arrivals under a load that changes at most each millisecond.
 *
 * <p>From one arrival to the next the load adds up to an exponentially distributed amount of mean
 * one: exact for any load, without a bound on it.
 */
final class PoissonInstants {

  static final long NONE = -1;

  private static final long MICROS_PER_MILLI = 1_000;
  private static final double MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);

  private final Load load;
  private final Span span;
  private final RandomGenerator random;
  private double micros;

  PoissonInstants(Load load, Span span, RandomGenerator random) {
    this.load = load;
    this.span = span;
    this.random = random;
  }

  /** {@return the next instant, or {@link #NONE} if that is not before the end} */
  long next() {
    double missing = -StrictMath.log(1 - random.nextDouble());
    long millis = (long) micros / MICROS_PER_MILLI;
    while (micros < span.lengthMicros()) {
      double perMicro = load(millis) / MICROS_PER_SECOND;
      double endMicros = (millis + 1) * (double) MICROS_PER_MILLI;
      double rest = perMicro * (endMicros - micros);
      if (missing < rest) {
        micros = Math.min(micros + missing / perMicro, Math.nextDown(endMicros));
        return micros < span.lengthMicros() ? (long) micros : NONE;
      }
      missing -= rest;
      micros = endMicros;
      millis++;
    }
    return NONE;
  }

  private double load(long millis) {
    double perSecond = load.perSecond(span.instance(), millis);
    if (!(perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "load must be at least 0 and finite, was "
              + perSecond
              + " of instance "
              + span.instance()
              + " at "
              + millis
              + " ms");
    }
    return perSecond;
  }
}
