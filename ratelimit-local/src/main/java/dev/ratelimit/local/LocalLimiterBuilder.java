package dev.ratelimit.local;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.CallbackThreads;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.WatchBuilder;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Makes a {@link LocalLimiter}. Not thread-safe. */
public final class LocalLimiterBuilder {

  private final Rules rules;
  private final LocalStoreBuilder store = LocalStore.builder();
  private TimeSource timeSource = TimeSource.system();
  private Executor executor = CallbackThreads.shared();
  private final WatchBuilder watch = new WatchBuilder();

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

  /**
   * Adds what hears of decisions.
   *
   * @param listener by default nobody; told after those that were added before
   * @return this
   */
  public LocalLimiterBuilder listener(LimiterListener listener) {
    watch.listener(listener);
    return this;
  }

  /**
   * Has {@link LocalLimiter#topDenied} know which keys are denied most. It costs a denial some tens
   * of nanoseconds, a few hundred if the key was not denied lately, and an allowed check nothing;
   * at most 40 times as many keys are kept.
   *
   * @param keys how many are watched, from 1 to 10,000: those are known for sure that had more
   *     denials than all together divided by this number
   * @return this
   * @throws IllegalArgumentException if it is out of its range
   */
  public LocalLimiterBuilder watchDenials(int keys) {
    watch.denials(keys);
    return this;
  }

  /** {@return the limiter} */
  public LocalLimiter build() {
    LimiterListener told = watch.listener();
    LocalStore keeping = store.timeSource(timeSource).listener(told).build();
    return new LocalLimiter(
        new StoreLimiter(keeping, rules, timeSource, executor)
            .watchedBy(watch.build(told, timeSource)));
  }
}
