package dev.ratelimit;

import java.util.Objects;

/**
 * One of several keys that are checked together.
 *
 * <p>Immutable.
 *
 * @param key whose permits
 * @param cost permits to spend, at least 0
 */
public record Request(String key, long cost) {

  /**
   * Checks the range.
   *
   * @param key any
   * @param cost at least 0
   * @throws IllegalArgumentException if {@code cost} is negative
   */
  public Request {
    Objects.requireNonNull(key, "key");
    if (cost < 0) {
      throw new IllegalArgumentException("cost must be at least 0, was " + cost);
    }
  }

  /**
   * {@return a request for one permit}
   *
   * @param key whose permit
   */
  public static Request of(String key) {
    return new Request(key, 1);
  }

  /**
   * {@return a request}
   *
   * @param key whose permits
   * @param cost permits to spend, at least 0
   */
  public static Request of(String key, long cost) {
    return new Request(key, cost);
  }
}
