package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** The clock of one life of an instance: off by an offset, and running at a rate of its own. */
final class InstanceClock implements TimeSource {

  private static final Duration FAR = Duration.ofDays(30);

  private final Timeline timeline;
  private final Life life;
  private final Skew skew;
  private final long startMicros;

  InstanceClock(Timeline timeline, Life life, Skew skew, long startMicros) {
    this.timeline = timeline;
    this.life = life;
    this.skew = skew;
    this.startMicros = startMicros;
  }

  @Override
  public long micros() {
    return startMicros + skew.offsetMicros() + shown();
  }

  private long shown() {
    return skew.shown(timeline.micros() - startMicros);
  }

  /** What is due beyond a month is due beyond every run. */
  @Override
  public Cancellable schedule(Duration delay, Runnable task) {
    Task scheduled = new Task(task);
    if (delay.compareTo(FAR) < 0) {
      long due = startMicros + skew.elapsedAt(shown() + roundedUp(delay));
      timeline.at(due, () -> life.run(scheduled));
    }
    return scheduled;
  }

  private static long roundedUp(Duration delay) {
    long micros = Math.max(0, TimeUnit.MICROSECONDS.convert(delay));
    boolean exact = delay.compareTo(Duration.of(micros, ChronoUnit.MICROS)) <= 0;
    return exact ? micros : micros + 1;
  }

  /** A task that can be called off until it runs, also while its instance is paused. */
  private static final class Task implements Runnable, Cancellable {

    private final Runnable action;
    private boolean over;

    Task(Runnable action) {
      this.action = action;
    }

    @Override
    public void run() {
      if (cancel()) {
        action.run();
      }
    }

    @Override
    public boolean cancel() {
      boolean first = !over;
      over = true;
      return first;
    }
  }
}
