package dev.ratelimit.core.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * A limit made ready to decide: a pure function of what is stored of a key, and the instant.
 *
 * <p>Immutable.
 */
@FunctionalInterface
@SuppressWarnings("exports") // JSpecify's annotations are not needed at run time
public interface Algorithm {

  /**
   * {@return a key under this limit at an instant}
   *
   * @param stored what is stored of it, {@code null} if nothing is; the state of another kind of
   *     limit counts as nothing
   * @param key its name, from which some limits take where its windows begin
   * @param micros the instant, since the epoch
   */
  LimitedKey at(@Nullable KeyState stored, String key, long micros);
}
