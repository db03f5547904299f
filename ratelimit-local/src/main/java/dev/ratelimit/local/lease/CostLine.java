package dev.ratelimit.local.lease;

/**
 * A cost that was denied, and every larger one, under any kind of limit.
 *
 * @param deniedCost what was denied
 * @param left what was left
 * @param sentMicros the instant here before the store was asked
 * @param retryMicros when the store said that cost would be there
 */
record CostLine(long deniedCost, long left, long sentMicros, long retryMicros) implements DenyLine {

  @Override
  public long waitMicros(long cost, long nowMicros) {
    boolean holds = cost >= deniedCost && nowMicros - sentMicros <= GREATEST_AGE_MICROS;
    return holds ? Math.max(0, retryMicros - nowMicros) : 0;
  }

  @Override
  public long remaining(long nowMicros) {
    return left;
  }
}
