package dev.ratelimit.core.denied;

/**
 * How often something happened: from {@code most - error} to {@code most} times.
 *
 * @param most at most
 * @param error by how much that may be too many
 */
record Estimate(long most, long error) {

  static final Estimate NONE = new Estimate(0, 0);

  Estimate plus(Estimate other) {
    return new Estimate(most + other.most, error + other.error);
  }
}
