package dev.ratelimit;

/** Allows everything: {@code limit} and {@code remaining} are {@link Long#MAX_VALUE}. Immutable. */
public record Unlimited() implements Limit {

  @Override
  public long mostPermits() {
    return Long.MAX_VALUE;
  }
}
