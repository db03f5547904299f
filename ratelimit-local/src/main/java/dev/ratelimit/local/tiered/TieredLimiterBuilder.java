package dev.ratelimit.local.tiered;

import dev.ratelimit.Fallback;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.CallbackThreads;
import dev.ratelimit.core.GuardedListener;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.local.LocalStore;
import dev.ratelimit.local.LocalStoreBuilder;
import dev.ratelimit.local.fallback.FallbackStore;
import dev.ratelimit.local.fallback.Substitutes;
import dev.ratelimit.local.fallback.posting.Books;
import dev.ratelimit.local.fallback.posting.HeardStore;
import dev.ratelimit.local.fallback.posting.LastAnswers;
import dev.ratelimit.local.fallback.posting.Postings;
import dev.ratelimit.local.fallback.posting.Unposted;
import dev.ratelimit.local.lease.LeaseLayer;
import dev.ratelimit.local.lease.LeaseOptions;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Makes a {@link TieredLimiter}. Not thread-safe. */
public final class TieredLimiterBuilder {

  private final StoreBacked shared;
  private final LocalStoreBuilder local = LocalStore.builder();
  private @Nullable Fallback fallback;
  private LimiterListener listener = LimiterListener.NONE;
  private Executor executor = CallbackThreads.shared();
  private boolean strict;
  private long leastLeasedBurst = LeaseOptions.DEFAULT_LEAST_BURST;
  private long maximumLeasedKeys = LeaseOptions.DEFAULT_MAXIMUM_KEYS;
  private long seed = ThreadLocalRandom.current().nextLong();

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
   * Has every permit come from the store, one call a check: nothing is leased. Only denials may
   * still be answered here, from what the store denied before.
   *
   * @return this
   */
  public TieredLimiterBuilder strict() {
    this.strict = true;
    return this;
  }

  /**
   * Sets from which burst on a busy key is leased, if any is.
   *
   * @param burst at least 1; by default {@value LeaseOptions#DEFAULT_LEAST_BURST}
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  public TieredLimiterBuilder leastLeasedBurst(long burst) {
    this.leastLeasedBurst = positive("leastLeasedBurst", burst);
    return this;
  }

  /**
   * Sets of how many keys at most leases are held, or denials and last answers of the store
   * remembered, or what shares have admitted until the store is told of it.
   *
   * @param maximumKeys at least 1; by default {@value LeaseOptions#DEFAULT_MAXIMUM_KEYS}
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  public TieredLimiterBuilder maximumLeasedKeys(long maximumKeys) {
    this.maximumLeasedKeys = positive("maximumLeasedKeys", maximumKeys);
    return this;
  }

  /**
   * Sets the seed of what is random: by how much the pauses of instances, and when they tell the
   * store what was admitted in an outage, differ. With the same seed a simulated history is the
   * same again.
   *
   * @param seed by default another for each limiter
   * @return this
   */
  public TieredLimiterBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  private static long positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, was " + value);
    }
    return value;
  }

  /**
   * Sets what hears of the fallback's decisions, and of what of them the store is never told.
   *
   * @param listener by default nobody
   * @return this
   */
  public TieredLimiterBuilder listener(LimiterListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Sets what completes the futures of callers that waited: in {@code acquireAsync}, or for a call
   * of another check.
   *
   * <p>The trap: a check that blocks may, if the executor rejects or runs callers' callbacks on the
   * calling thread, run those of others.
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
   * @throws IllegalStateException if no fallback was chosen, or leases would be counted by {@link
   *     TimeSource#coarse()}, which is late
   */
  public TieredLimiter build() {
    if (fallback == null) {
      throw new IllegalStateException(
          "fallback must be set to one of Fallback.open(), Fallback.closed(),"
              + " Fallback.local(instances), Fallback.local(membership), Fallback.local(limit)");
    }
    LimiterListener told = GuardedListener.of(listener);
    TimeSource time = shared.timeSource();
    LocalStore buckets = local.timeSource(time).build();
    LastAnswers answers = new LastAnswers(maximumLeasedKeys);
    Unposted unposted = new Unposted(maximumLeasedKeys, told);
    Substitutes substitutes = new Substitutes(fallback, buckets, new Books(answers, unposted));
    Postings postings = new Postings(shared.store(), unposted, shared.rules(), time, seed);
    HeardStore heard = new HeardStore(shared.store(), answers, postings, time);
    Runnable closing =
        () -> {
          postings.close();
          buckets.close();
          shared.close();
        };
    Store store = shared.store() instanceof LeasingStore ? leasing(heard, time, closing) : heard;
    Runnable closingAll = store instanceof LeaseLayer layer ? layer::close : closing;
    return new TieredLimiter(
        new StoreLimiter(
            new FallbackStore(store, substitutes, told, closingAll),
            shared.rules(),
            time,
            executor));
  }

  private LeaseLayer leasing(LeasingStore granting, TimeSource time, Runnable closing) {
    if (!strict && time.equals(TimeSource.coarse())) {
      throw new IllegalStateException(
          "timeSource must not be coarse where keys are leased: choose strict(), or another");
    }
    LeaseOptions options =
        new LeaseOptions(strict, leastLeasedBurst, maximumLeasedKeys, executor, seed);
    return new LeaseLayer(granting, time, options, closing);
  }
}
