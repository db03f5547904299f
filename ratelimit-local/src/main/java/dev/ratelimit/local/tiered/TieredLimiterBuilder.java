package dev.ratelimit.local.tiered;

import dev.ratelimit.Fallback;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.CallbackThreads;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.WatchBuilder;
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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes a {@link TieredLimiter}. Not thread-safe. */
public final class TieredLimiterBuilder {

  private final StoreBacked shared;
  private final LocalStoreBuilder local = LocalStore.builder();
  private @Nullable Fallback fallback;
  private final WatchBuilder watch = new WatchBuilder();
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
   * Adds what hears of decisions and leases, of the fallback's decisions, and of what of them the
   * store is never told. What befalls calls is told to the listeners of the shared limiter.
   *
   * @param listener by default nobody; told after those that were added before
   * @return this
   */
  public TieredLimiterBuilder listener(LimiterListener listener) {
    watch.listener(listener);
    return this;
  }

  /**
   * Has {@link TieredLimiter#topDenied} know which keys are denied most by this instance. It costs
   * a denial some tens of nanoseconds, a few hundred if the key was not denied lately, and an
   * allowed check nothing; at most 40 times as many keys are kept.
   *
   * @param keys how many are watched, from 1 to 10,000: those are known for sure that had more
   *     denials than all together divided by this number
   * @return this
   * @throws IllegalArgumentException if it is out of its range
   */
  public TieredLimiterBuilder watchDenials(int keys) {
    watch.denials(keys);
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
    LimiterListener told = watch.listener();
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
    if (!(shared.store() instanceof LeasingStore)) {
      return limiter(new FallbackStore(heard, substitutes, told, closing), () -> 0, told);
    }
    LeaseLayer leases = leasing(heard, told, closing);
    return limiter(
        new FallbackStore(leases, substitutes, told, leases::close), leases::permitsInHand, told);
  }

  private TieredLimiter limiter(Store store, LongSupplier leased, LimiterListener told) {
    TimeSource time = shared.timeSource();
    StoreLimiter limiter = new StoreLimiter(store, shared.rules(), time, executor);
    return new TieredLimiter(limiter.watchedBy(watch.build(told, time)), leased);
  }

  private LeaseLayer leasing(LeasingStore granting, LimiterListener told, Runnable closing) {
    TimeSource time = shared.timeSource();
    if (!strict && time.equals(TimeSource.coarse())) {
      throw new IllegalStateException(
          "timeSource must not be coarse where keys are leased: choose strict(), or another");
    }
    LeaseOptions options =
        new LeaseOptions(strict, leastLeasedBurst, maximumLeasedKeys, executor, seed, told);
    return new LeaseLayer(granting, time, options, closing);
  }
}
