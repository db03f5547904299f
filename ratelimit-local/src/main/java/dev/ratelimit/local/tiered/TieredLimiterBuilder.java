package dev.ratelimit.local.tiered;

import dev.ratelimit.Fallback;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.core.CallbackThreads;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.local.LocalStoreBuilder;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Makes a {@link TieredLimiter}. Not thread-safe. */
public final class TieredLimiterBuilder {

  private final StoreBacked shared;
  private final LocalStoreBuilder local = LocalStore.builder();
  private @Nullable Fallback fallback;
  private LimiterListener listener = LimiterListener.NONE;
  private Executor executor = CallbackThreads.shared();

  TieredLimiterBuilder(StoreBacked shared) {
    this.shared = Objects.requireNonNull(shared, "shared");
  }

  /**
   * Sets who answers while the store cannot be asked. A rule's own fallback wins over it.
   *
   * @param fallback there is no default
   * @return this
   */
  public TieredLimiterBuilder fallback(Fallback fallback) {
    this.fallback = Objects.requireNonNull(fallback, "fallback");
    return this;
  }

  /**
   * Sets how many keys take room in this process at most, during an outage.
   *
   * @param maximumKeys at least 1; by default {@value LocalStoreBuilder#DEFAULT_MAXIMUM_KEYS}
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  public TieredLimiterBuilder maximumKeys(long maximumKeys) {
    local.maximumKeys(maximumKeys);
    return this;
  }

  /**
   * Sets what hears of the fallback's decisions.
   *
   * @param listener by default nobody
   * @return this
   */
  public TieredLimiterBuilder listener(LimiterListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Sets what completes the futures of {@code acquireAsync} after a wait.
   *
   * @param executor by default {@link CallbackThreads#shared()}
   * @return this
   */
  public TieredLimiterBuilder executor(Executor executor) {
    this.executor = Objects.requireNonNull(executor, "executor");
    return this;
  }

  /**
   * {@return the limiter}
   *
   * @throws IllegalStateException if no fallback was chosen
   */
  public TieredLimiter build() {
    if (fallback == null) {
      throw new IllegalStateException(
          "fallback must be set to one of Fallback.open(), Fallback.closed(),"
              + " Fallback.local(instances), Fallback.local(limit)");
    }
    Store buckets = local.timeSource(shared.timeSource()).build();
    Store store =
        new FallbackStore(shared.store(), buckets, new Substitutes(fallback, buckets), listener);
    return new TieredLimiter(
        new StoreLimiter(store, shared.rules(), shared.timeSource(), executor), shared);
  }
}
