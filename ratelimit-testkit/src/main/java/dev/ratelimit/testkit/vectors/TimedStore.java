package dev.ratelimit.testkit.vectors;

import dev.ratelimit.core.store.Store;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * A store whose time the vectors set.
 *
 * @param store decides
 * @param clock told each step's instant, in microseconds since the epoch, before the step
 * @param release what to do with the store when its scenario is over
 */
public record TimedStore(Store store, LongConsumer clock, Runnable release) {

  /**
   * Checks that nothing is missing.
   *
   * @param store decides
   * @param clock told each step's instant
   * @param release what to do with the store at the end
   */
  public TimedStore {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(release, "release");
  }

  /**
   * {@return a store that goes by the instants that it is handed, closed after its scenario}
   *
   * @param store decides
   */
  public static TimedStore of(Store store) {
    return of(store, micros -> {});
  }

  /**
   * {@return a store with a clock of its own, closed after its scenario}
   *
   * @param store decides
   * @param clock told each step's instant, in microseconds since the epoch, before the step
   */
  public static TimedStore of(Store store, LongConsumer clock) {
    return new TimedStore(store, clock, store::close);
  }

  /**
   * {@return the same, left open: for a store that serves all scenarios}
   *
   * <p>Their ids are its keys, so it must not have met them before.
   */
  public TimedStore keptOpen() {
    return new TimedStore(store, clock, () -> {});
  }
}
