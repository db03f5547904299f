package dev.ratelimit.local.lease;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Runs a task when the first lease of a hand expires. Not thread-safe. */
final class Expiry {

  private final TimeSource time;
  private long atMicros = Long.MAX_VALUE;
  private Cancellable task = () -> false;

  Expiry(TimeSource time) {
    this.time = time;
  }

  /** Has the task run at an instant, unless it runs before that anyway. */
  void at(long micros, Runnable expired) {
    if (micros >= atMicros) {
      return;
    }
    cancel();
    long delay = Math.max(0, micros - time.micros());
    task = time.schedule(Duration.of(delay, ChronoUnit.MICROS), expired);
    atMicros = micros;
  }

  /** The task has run, or is not to. */
  void cancel() {
    task.cancel();
    atMicros = Long.MAX_VALUE;
  }
}
