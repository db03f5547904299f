package dev.ratelimit.local;

/**
 * What one key owes.
 *
 * <p>A cell is alive until it is frozen, and then it never changes again. Whoever meets a frozen
 * cell puts a living one in its place that owes the same, or removes it if it owes nothing; so
 * nobody waits for the thread that froze it.
 *
 * <p>Thread-safe.
 */
abstract sealed class Cell permits BucketCell, StateCell {

  /** Freezes the cell if it owes nothing at an instant. {@return whether it did} */
  abstract boolean freezeIfFull(String key, long micros);

  /** Freezes the cell. */
  abstract void freeze();

  /** {@return which part of all that it can grant at once is owed at an instant, frozen or not} */
  abstract double owedPart(String key, long micros);

  /**
   * Has what is owed at an instant remembered, since the cell has to go.
   *
   * @return the instant before which the key must not be written any more, 0 if there is none
   */
  abstract long remember(String key, long micros, Overflow overflow);
}
