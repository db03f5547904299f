package dev.ratelimit.local;

import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.CallbackThreads;
import dev.ratelimit.core.StoreLimiter;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Makes a {@link LocalLimiter}. Not thread-safe. */
public final class LocalLimiterBuilder {

  private final Rules rules;
  private final LocalStoreBuilder store = LocalStore.builder();
  private TimeSource timeSource = TimeSource.system();
  private Executor executor = CallbackThreads.shared();

  LocalLimiterBuilder(Rules rules) {
    this.rules = Objects.requireNonNull(rules, "rules");
  }

  /**
   * Sets the limiter's clock.
   *
   * @param timeSource by default {@link TimeSource#system()}
   * @return this
   */
  public LocalLimiterBuilder timeSource(TimeSource timeSource) {
    this.timeSource = Objects.requireNonNull(timeSource, "timeSource");
    return this;
  }

  /**
   * Sets how many keys take room at most; full ones take none. At the bound, of a sample of 16 keys
   * the ones that owe least make room.
   *
   * @param maximumKeys at least 1; by default {@value LocalStoreBuilder#DEFAULT_MAXIMUM_KEYS}
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  public LocalLimiterBuilder maximumKeys(long maximumKeys) {
    store.maximumKeys(maximumKeys);
    return this;
  }

  /**
   * Sets what completes the futures of {@code acquireAsync} after a wait.
   *
   * @param executor by default {@link CallbackThreads#shared()}
   * @return this
   */
  public LocalLimiterBuilder executor(Executor executor) {
    this.executor = Objects.requireNonNull(executor, "executor");
    return this;
  }

  /** {@return the limiter} */
  public LocalLimiter build() {
    return new LocalLimiter(
        new StoreLimiter(store.timeSource(timeSource).build(), rules, timeSource, executor));
  }
}
