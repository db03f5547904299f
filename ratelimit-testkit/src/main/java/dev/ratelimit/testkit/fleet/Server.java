package dev.ratelimit.testkit.fleet;

import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.testkit.SimulatedStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiFunction;

/** The shared store and its clock, which shows the true time until it steps. */
final class Server {

  private final Timeline timeline;
  private final Deque<Step> steps = new ArrayDeque<>(); // the latest first
  private LeasingStore store = new SimulatedStore();

  Server(Timeline timeline) {
    this.timeline = timeline;
    steps.push(new Step(timeline.micros(), 0));
  }

  /** Performs an operation, given the store and the instant that its clock shows. */
  <R> R perform(BiFunction<LeasingStore, Long, R> operation) {
    return operation.apply(store, timeline.micros() + steps.getFirst().offsetMicros);
  }

  void stepClock(long byMicros) {
    steps.push(new Step(timeline.micros(), steps.getFirst().offsetMicros + byMicros));
  }

  void loseState() {
    store = new SimulatedStore();
  }

  /**
   * {@return the true instant at which the clock showed another; the latest, if it did so more than
   * once; the present one if it never did}
   */
  long trueMicros(long shownMicros) {
    long until = timeline.micros();
    for (Step step : steps) {
      long micros = shownMicros - step.offsetMicros;
      if (micros >= step.fromMicros && micros <= until) {
        return micros;
      }
      until = step.fromMicros;
    }
    return timeline.micros();
  }

  /** From an instant on the clock is off by an offset. */
  private record Step(long fromMicros, long offsetMicros) {}
}
