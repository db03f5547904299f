package dev.ratelimit.core.algorithm;

/**
 * What is stored of a key. Each kind of limit has its own kind of state, which carries the limit it
 * was written under, and takes the state of another kind for that of a key never seen.
 *
 * <p>Immutable.
 */
public interface KeyState {

  /**
   * {@return the earliest instant, in microseconds since the epoch, that is not before the last
   * write: at an earlier one the clock has run backwards}
   */
  long writtenMicros();
}
