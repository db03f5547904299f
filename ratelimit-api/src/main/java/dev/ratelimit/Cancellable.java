package dev.ratelimit;

/** Something scheduled that can be called off. Thread-safe. */
@FunctionalInterface
public interface Cancellable {

  /**
   * Calls it off, if it has not started yet.
   *
   * @return whether this call did so
   */
  boolean cancel();
}
