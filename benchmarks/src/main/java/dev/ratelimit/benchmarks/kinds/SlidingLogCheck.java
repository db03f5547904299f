package dev.ratelimit.benchmarks.kinds;

import dev.ratelimit.Cancellable;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.TimeSource;
import dev.ratelimit.local.LocalLimiter;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Growth with the size of a sliding log: a check that is allowed, by one thread, just when the
 * oldest of as many permits as the limit has expires.
 */
@State(Scope.Benchmark)
public class SlidingLogCheck {

  private static final Duration STEP = Duration.ofMillis(1);
  private static final String KEY = "user";

  @Param("10")
  private int permits;

  private final Steps time = new Steps();
  private LocalLimiter limiter;

  /** Fills the log, a permit at each step. */
  @Setup
  public void fill() {
    limiter =
        LocalLimiter.builder(Limit.slidingLog(permits, STEP.multipliedBy(permits)))
            .timeSource(time)
            .build();
    for (int i = 0; i < permits; i++) {
      check();
    }
    if (limiter.peek(KEY, 1).allowed()) {
      throw new IllegalStateException("a log of " + permits + " permits must be full");
    }
  }

  /** {@return our decision, which allows} */
  @Benchmark
  public Decision check() {
    time.step();
    return limiter.check(KEY);
  }

  /** A clock that is set by the one thread that checks. */
  private static final class Steps implements TimeSource {

    private long micros;

    void step() {
      micros += STEP.toNanos() / 1_000;
    }

    @Override
    public long micros() {
      return micros;
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
      return TimeSource.system().schedule(delay, task);
    }
  }
}
