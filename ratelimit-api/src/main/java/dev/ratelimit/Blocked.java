package dev.ratelimit;

/** Denies everything, even a cost of 0, with {@link Outcome#NEVER}; its limit is 0. Immutable. */
public record Blocked() implements Limit {

  @Override
  public long mostPermits() {
    return 0;
  }
}
