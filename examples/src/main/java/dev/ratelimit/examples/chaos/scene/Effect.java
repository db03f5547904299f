package dev.ratelimit.examples.chaos.scene;

/**
 * What a fault may do to charges.
 *
 * @param losesWrites whether Redis may lose what it acknowledged, or lets it refill before its time
 * @param isPartial whether calls fail one by one, while others are answered
 * @param mostUncertain how many requests may be uncertain until the breaker opens
 */
public record Effect(boolean losesWrites, boolean isPartial, long mostUncertain) {

  private static final int FAILURES = 3;
  private static final int MOST_REQUESTS = 64;
  private static final int CALLS_TO_A_SERVER = 2;
  private static final int CALLS_TO_A_MASTER = 64;

  static Effect ofAServer() {
    return new Effect(false, false, (FAILURES + CALLS_TO_A_SERVER) * MOST_REQUESTS);
  }

  static Effect ofACluster() {
    return new Effect(false, false, (FAILURES + CALLS_TO_A_MASTER) * MOST_REQUESTS);
  }

  Effect losingWrites() {
    return new Effect(true, isPartial, mostUncertain);
  }

  Effect partial() {
    return new Effect(losesWrites, true, mostUncertain);
  }

  /**
   * {@return how many requests may be uncertain}
   *
   * @param outages how often the breaker opened
   * @param failedCalls how many calls may have been executed though they failed
   */
  public long mostUncertain(long outages, long failedCalls) {
    long carried = failedCalls * MOST_REQUESTS;
    return isPartial ? carried : Math.min(carried, (outages + 1) * mostUncertain);
  }
}
