package dev.ratelimit;

import static dev.ratelimit.Checks.inRange;

import java.util.List;

/**
 * Several token buckets on one key, operated as one: a request is charged to all of them, or to
 * none.
 *
 * <p>A decision reports the <em>binding</em> limit of the list, and which one it is: of a denial
 * the one with the longest wait, otherwise the one with the fewest permits remaining.
 *
 * <p>When the list changes, limits are matched by their position.
 *
 * <p>Immutable.
 *
 * @param limits from 1 to 16; each check reckons with all of them
 */
public record AllOf(List<TokenBucket> limits) implements Limit {

  private static final int MOST = 16;

  /**
   * Copies the list and checks its length.
   *
   * @param limits from 1 to 16
   * @throws IllegalArgumentException if there is none, or too many
   */
  public AllOf {
    limits = List.copyOf(limits);
    inRange("number of limits", limits.size(), 1, MOST);
  }

  @Override
  public long mostPermits() {
    return limits.stream().mapToLong(TokenBucket::burst).min().orElseThrow();
  }
}
