package dev.ratelimit.local.lease;

import dev.ratelimit.LimiterListener;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How a {@link LeaseLayer} leases. Immutable.
 *
 * @param strict whether nothing is leased: permits come only from the store, one call a check, and
 *     only denials may be answered from what the store denied before
 * @param leastBurst keys of a smaller burst are not leased
 * @param maximumKeys how many keys are held or remembered at most
 * @param executor completes the futures of checks that waited for another's call
 * @param seed of the pauses' random part
 * @param listener hears of leases and of changed limits; throws nothing
 */
public record LeaseOptions(
    boolean strict,
    long leastBurst,
    long maximumKeys,
    Executor executor,
    long seed,
    LimiterListener listener) {

  /** The smallest burst that is leased by default. */
  public static final long DEFAULT_LEAST_BURST = 200;

  /** How many keys are held or remembered by default. */
  public static final long DEFAULT_MAXIMUM_KEYS = 100_000;

  /**
   * Checks the ranges.
   *
   * @param strict either
   * @param leastBurst at least 1
   * @param maximumKeys at least 1
   * @param executor any
   * @param seed any
   * @param listener any
   * @throws IllegalArgumentException if a number is out of its range
   */
  public LeaseOptions {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(listener, "listener");
    requirePositive("leastBurst", leastBurst);
    requirePositive("maximumKeys", maximumKeys);
  }

  /**
   * {@return the options that leases have by default}
   *
   * @param executor completes the futures of checks that waited for another's call
   */
  public static LeaseOptions standard(Executor executor) {
    return new LeaseOptions(
        false,
        DEFAULT_LEAST_BURST,
        DEFAULT_MAXIMUM_KEYS,
        executor,
        ThreadLocalRandom.current().nextLong(),
        LimiterListener.NONE);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, was " + value);
    }
  }
}
