package dev.ratelimit.core.algorithm;

import dev.ratelimit.Limit;

/** Says which kinds of limit an operation is for, where it is asked of another. */
public final class Unsupported {

  private Unsupported() {}

  /**
   * {@return the refusal of a reservation}
   *
   * @param limit under which there is none
   */
  public static IllegalArgumentException reserve(Limit limit) {
    return new IllegalArgumentException(
        "limit must be a token bucket or all of several to be reserved, was " + limit);
  }

  /**
   * {@return the refusal of a take}
   *
   * @param limit under which there is none
   */
  public static IllegalArgumentException take(Limit limit) {
    return new IllegalArgumentException(
        "limit must be a token bucket to take what is there, was " + limit);
  }
}
