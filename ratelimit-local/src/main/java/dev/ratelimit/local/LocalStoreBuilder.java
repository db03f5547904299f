package dev.ratelimit.local;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.GuardedListener;
import java.util.Objects;

/** Makes a {@link LocalStore}. Not thread-safe. */
public final class LocalStoreBuilder {

  /** How many keys take room at most, unless told otherwise: one million. */
  public static final long DEFAULT_MAXIMUM_KEYS = 1_000_000;

  private TimeSource timeSource = TimeSource.system();
  private long maximumKeys = DEFAULT_MAXIMUM_KEYS;
  private LimiterListener listener = LimiterListener.NONE;

  LocalStoreBuilder() {}

  /**
   * Sets the clock from which callers read the instants they hand in.
   *
   * @param timeSource by default {@link TimeSource#system()}
   * @return this
   */
  public LocalStoreBuilder timeSource(TimeSource timeSource) {
    this.timeSource = Objects.requireNonNull(timeSource, "timeSource");
    return this;
  }

  /**
   * Sets how many keys take room at most; full ones take none.
   *
   * @param maximumKeys at least 1; by default {@value #DEFAULT_MAXIMUM_KEYS}
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  public LocalStoreBuilder maximumKeys(long maximumKeys) {
    if (maximumKeys < 1) {
      throw new IllegalArgumentException("maximumKeys must be at least 1, was " + maximumKeys);
    }
    this.maximumKeys = maximumKeys;
    return this;
  }

  /**
   * Sets what hears of keys whose limit has changed.
   *
   * @param listener by default nobody
   * @return this
   */
  public LocalStoreBuilder listener(LimiterListener listener) {
    this.listener = GuardedListener.of(listener);
    return this;
  }

  /** {@return the store} */
  public LocalStore build() {
    return new LocalStore(new CellTable(maximumKeys, timeSource, listener));
  }
}
