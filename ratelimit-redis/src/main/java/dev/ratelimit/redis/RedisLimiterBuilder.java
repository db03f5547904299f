package dev.ratelimit.redis;

import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rules;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.CallbackThreads;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.WatchBuilder;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.script.RedisKeys;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes a {@link RedisLimiter}. Not thread-safe. */
public final class RedisLimiterBuilder {

  private static final Duration SHORTEST_DEADLINE = Duration.ofMillis(1);
  private static final Duration LONGEST_DEADLINE = Duration.ofMinutes(1);

  private final Function<TimeSource, Link> linker;
  private @Nullable Rules rules;
  private String prefix = "rl:";
  private Duration deadline = Duration.ofMillis(50);
  private TimeSource timeSource = TimeSource.system();
  private final WatchBuilder watch = new WatchBuilder();
  private Executor executor = CallbackThreads.shared();

  /**
   * Makes a builder.
   *
   * @param linker opens the way to Redis, given the limiter's clock
   */
  RedisLimiterBuilder(Function<TimeSource, Link> linker) {
    this.linker = linker;
  }

  /**
   * Puts every key under one limit.
   *
   * @param limit what each key may spend
   * @return this
   */
  public RedisLimiterBuilder limit(Limit limit) {
    return rules(Rules.all(limit));
  }

  /**
   * Sets which rule each key is under.
   *
   * @param rules finds the rule of a key
   * @return this
   */
  public RedisLimiterBuilder rules(Rules rules) {
    this.rules = Objects.requireNonNull(rules, "rules");
    return this;
  }

  /**
   * Sets what the names of all Redis keys begin with.
   *
   * @param prefix without braces; by default {@code rl:}
   * @return this
   * @throws IllegalArgumentException if it has braces, or half a surrogate pair
   */
  public RedisLimiterBuilder prefix(String prefix) {
    RedisKeys.requirePrefix(Objects.requireNonNull(prefix, "prefix"));
    this.prefix = prefix;
    return this;
  }

  /**
   * Sets how long Redis may take to answer a request.
   *
   * @param deadline from 1 ms to 1 min; by default 50 ms
   * @return this
   * @throws IllegalArgumentException if it is out of its range
   */
  public RedisLimiterBuilder deadline(Duration deadline) {
    if (deadline.compareTo(SHORTEST_DEADLINE) < 0 || deadline.compareTo(LONGEST_DEADLINE) > 0) {
      throw new IllegalArgumentException(
          "deadline must be from "
              + SHORTEST_DEADLINE
              + " to "
              + LONGEST_DEADLINE
              + ", was "
              + deadline);
    }
    this.deadline = deadline;
    return this;
  }

  /**
   * Sets the limiter's clock, which times deadlines and waits, and in a layer over this limiter the
   * terms of leases and what was denied before; the server decides by its own. The trap: leases do
   * not end by a clock that stands still.
   *
   * @param timeSource by default {@link TimeSource#system()}
   * @return this
   */
  public RedisLimiterBuilder timeSource(TimeSource timeSource) {
    this.timeSource = Objects.requireNonNull(timeSource, "timeSource");
    return this;
  }

  /**
   * Adds what hears of decisions, and of calls, failures and changes of health.
   *
   * @param listener by default nobody; told after those that were added before
   * @return this
   */
  public RedisLimiterBuilder listener(LimiterListener listener) {
    watch.listener(listener);
    return this;
  }

  /**
   * Has {@link RedisLimiter#topDenied} know which keys are denied most to this instance. Where this
   * limiter is put under another, that one has to be told instead. It costs a denial some tens of
   * nanoseconds, a few hundred if the key was not denied lately, and an allowed check nothing; at
   * most 40 times as many keys are kept.
   *
   * @param keys how many are watched, from 1 to 10,000: those are known for sure that had more
   *     denials than all together divided by this number
   * @return this
   * @throws IllegalArgumentException if it is out of its range
   */
  public RedisLimiterBuilder watchDenials(int keys) {
    watch.denials(keys);
    return this;
  }

  /**
   * Sets what completes the futures of the asynchronous methods.
   *
   * <p>Where callbacks block, close this limiter or ask it synchronously, it must not be the
   * calling thread: that is one on which replies arrive.
   *
   * @param executor by default {@link CallbackThreads#shared()}
   * @return this
   */
  public RedisLimiterBuilder executor(Executor executor) {
    this.executor = Objects.requireNonNull(executor, "executor");
    return this;
  }

  /**
   * Connects, for at most a second, and makes the limiter. Requests that charge nothing are made
   * within that second, since the first of a process may take longer than the deadline. If Redis is
   * not there, the limiter is degraded and heals by itself.
   *
   * @return the limiter
   * @throws IllegalStateException if there are no rules, or if Redis answers but refuses what the
   *     limiter needs; the message names what is missing
   */
  public RedisLimiter build() {
    if (rules == null) {
      throw new IllegalStateException("rules must be set: limit(...) or rules(...)");
    }
    LimiterListener told = watch.listener();
    RedisSettings settings = new RedisSettings(prefix, deadline, timeSource, told, executor);
    RedisStore store = RedisStart.open(linker.apply(timeSource), settings);
    StoreLimiter limiter = new StoreLimiter(store, rules, timeSource, executor);
    return new RedisLimiter(limiter.watchedBy(watch.build(told, timeSource)), store);
  }
}
