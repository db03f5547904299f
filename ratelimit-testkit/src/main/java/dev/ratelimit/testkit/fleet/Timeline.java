package dev.ratelimit.testkit.fleet;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The true time of a simulation, and what is going to happen: by instant, then in the order of
 * scheduling.
 *
 * <p>Not thread-safe: a simulation has one thread.
 */
final class Timeline {

  private static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::atMicros).thenComparingLong(Entry::number);

  private final PriorityQueue<Entry> entries = new PriorityQueue<>(ORDER);
  private long scheduledEver;
  private long micros;

  Timeline(long startMicros) {
    this.micros = startMicros;
  }

  long micros() {
    return micros;
  }

  /** Nothing happens in the past: an earlier instant counts as the present one. */
  void at(long atMicros, Runnable action) {
    entries.add(new Entry(Math.max(atMicros, micros), scheduledEver++, action));
  }

  void after(long delayMicros, Runnable action) {
    at(micros + delayMicros, action);
  }

  /**
   * Lets the next thing happen, if that is before an instant.
   *
   * @return whether there was one
   */
  boolean step(long endMicros) {
    @Nullable Entry next = entries.peek();
    if (next == null || next.atMicros >= endMicros) {
      return false;
    }
    entries.remove();
    micros = next.atMicros;
    next.action.run();
    return true;
  }

  private record Entry(long atMicros, long number, Runnable action) {}
}
