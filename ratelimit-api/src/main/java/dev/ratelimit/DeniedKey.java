package dev.ratelimit;

import java.util.Objects;

/**
 * A key that is denied often, and how often about: from {@code denials - error} to {@code denials}
 * times.
 *
 * <p>Immutable.
 *
 * @param key which
 * @param denials how often it was denied, at most
 * @param error by how much that may be too many; 0 if it is exact
 */
public record DeniedKey(String key, long denials, long error) {

  /**
   * Checks the numbers.
   *
   * @param key any
   * @param denials at least 0
   * @param error from 0 to {@code denials}
   * @throws IllegalArgumentException if a number is out of its range
   */
  public DeniedKey {
    Objects.requireNonNull(key, "key");
    if (denials < 0) {
      throw new IllegalArgumentException("denials must be at least 0, were " + denials);
    }
    if (error < 0 || error > denials) {
      throw new IllegalArgumentException(
          "error must be from 0 to denials, " + denials + ", was " + error);
    }
  }
}
