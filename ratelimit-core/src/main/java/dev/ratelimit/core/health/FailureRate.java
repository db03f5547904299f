package dev.ratelimit.core.health;

/**
 * Counts the calls of the last second: too many have failed after 3 in a row, or when half of at
 * least 20 did.
 *
 * <p>Not thread-safe.
 */
public final class FailureRate {

  /*
   * The last second is ten slices of 100 ms, of which the oldest is dropped as time goes on. A slice
   * that is not of the present second counts nothing.
   */
  private static final int MOST_IN_A_ROW = 3;
  private static final int LEAST_CALLS = 20;
  private static final int SLICES = 10;
  private static final long SLICE_MICROS = 100_000;

  private final long[] sliceNumbers = new long[SLICES];
  private final int[] calls = new int[SLICES];
  private final int[] failures = new int[SLICES];
  private int inARow;

  /** Makes a count of nothing. */
  public FailureRate() {}

  /**
   * Counts a call that was answered.
   *
   * @param nowMicros when
   */
  public void succeeded(long nowMicros) {
    inARow = 0;
    calls[slice(nowMicros)]++;
  }

  /**
   * Counts a call that failed.
   *
   * @param nowMicros when
   * @return whether too many have failed
   */
  public boolean failed(long nowMicros) {
    inARow++;
    int slice = slice(nowMicros);
    calls[slice]++;
    failures[slice]++;
    return inARow >= MOST_IN_A_ROW || mostFailed(nowMicros / SLICE_MICROS);
  }

  /** Forgets all calls. */
  public void reset() {
    inARow = 0;
    for (int i = 0; i < SLICES; i++) {
      calls[i] = 0;
      failures[i] = 0;
    }
  }

  private boolean mostFailed(long present) {
    int recentCalls = 0;
    int recentFailures = 0;
    for (int i = 0; i < SLICES; i++) {
      if (sliceNumbers[i] > present - SLICES) {
        recentCalls += calls[i];
        recentFailures += failures[i];
      }
    }
    return recentCalls >= LEAST_CALLS && 2 * recentFailures >= recentCalls;
  }

  private int slice(long nowMicros) {
    long number = nowMicros / SLICE_MICROS;
    int slice = (int) (number % SLICES);
    if (sliceNumbers[slice] != number) {
      sliceNumbers[slice] = number;
      calls[slice] = 0;
      failures[slice] = 0;
    }
    return slice;
  }
}
