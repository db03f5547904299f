package dev.ratelimit;

import java.time.Duration;

/**
 * The one clock of a limiter, and the one place where things are scheduled.
 *
 * <p>Thread-safe. Tests drive a limiter with the test kit's {@code FakeClock}.
 */
public interface TimeSource {

  /** {@return microseconds since the Unix epoch; never less than an earlier call returned} */
  long micros();

  /**
   * Runs a task once, on a thread of this source. Never early: when it runs, {@link #micros()} has
   * advanced by at least {@code delay}.
   *
   * @param delay from now; a negative one counts as zero
   * @param task must not block; what it throws is logged
   * @return a way to call the task off
   */
  Cancellable schedule(Duration delay, Runnable task);

  /**
   * {@return the clock of this process: wall clock at start, advanced by {@link System#nanoTime()},
   * so that it does not follow later corrections of the wall clock}
   *
   * <p>Shared. Its thread is a daemon and ends when it has had nothing to do for a while.
   */
  static TimeSource system() {
    return SystemTime.INSTANCE;
  }

  /**
   * {@return a clock that costs a tenth of {@link #system()} to read, and is late}
   *
   * <p>It is refreshed each millisecond, so it is usually at most 1 ms late, and later only for as
   * long as the machine does not run the refreshing thread. It is never early: limits become
   * stricter by what it is late, never laxer. Tasks are scheduled as exactly as on {@link
   * #system()}, and run when this clock too has advanced enough.
   *
   * <p>Shared. Its thread is a daemon and ends when the clock is not read for a while.
   */
  static TimeSource coarse() {
    return CoarseTime.INSTANCE;
  }
}
