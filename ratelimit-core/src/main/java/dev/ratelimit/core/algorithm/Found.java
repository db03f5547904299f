package dev.ratelimit.core.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * What was found of a key before an operation, and whether it must be written back.
 *
 * @param stored {@code null} if nothing was
 * @param mustWrite whether the clock ran backwards since its last write or it was written under
 *     another limit, so that it is written back even if the operation changes nothing
 */
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public record Found(@Nullable KeyState stored, boolean mustWrite) {

  /**
   * {@return what comes of an operation}
   *
   * @param changed whether it had an effect
   * @param after the key's state after it, {@code null} if it is full
   * @param answer what the caller is told
   * @param <A> the kind of answer
   */
  public <A> Step<A> step(boolean changed, @Nullable KeyState after, A answer) {
    return changed || mustWrite
        ? new Step<>(after, true, answer)
        : new Step<>(stored, false, answer);
  }
}
