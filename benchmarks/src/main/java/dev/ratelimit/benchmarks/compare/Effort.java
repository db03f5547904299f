package dev.ratelimit.benchmarks.compare;

import java.time.Duration;

/** How long to measure. */
public enum Effort {
  /** For figures that are published. */
  FULL(3, 2, 3, Duration.ofMillis(600)),
  /** To see whether a change helped. */
  QUICK(2, 1, 2, Duration.ofMillis(250)),
  /** To see whether the benchmarks run; the figures mean nothing. */
  SMOKE(1, 1, 1, Duration.ofMillis(100));

  private final int rounds;
  private final int warmups;
  private final int iterations;
  private final Duration iteration;

  Effort(int rounds, int warmups, int iterations, Duration iteration) {
    this.rounds = rounds;
    this.warmups = warmups;
    this.iterations = iterations;
    this.iteration = iteration;
  }

  /** {@return how often every contestant is measured} */
  public int rounds() {
    return rounds;
  }

  /** {@return how many iterations are thrown away} */
  public int warmups() {
    return warmups;
  }

  /** {@return how many iterations count} */
  public int iterations() {
    return iterations;
  }

  /** {@return how long an iteration is} */
  public Duration iteration() {
    return iteration;
  }

  /** {@return how long all iterations are together that are thrown away} */
  public Duration warmup() {
    return iteration.multipliedBy(warmups);
  }

  /** {@return how long all iterations are together that count} */
  public Duration measured() {
    return iteration.multipliedBy(iterations);
  }
}
