package dev.ratelimit.redis;

import dev.ratelimit.TimeSource;
import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.call.ScriptCaller;
import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.limits.Scripts;
import dev.ratelimit.redis.link.Link;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Opens a store: waits a moment for Redis, and tells a Redis that is away from one set up wrongly.
 */
final class RedisStart {

  /** For all that is asked at the start together. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int MOST_REHEARSALS = 10;

  /** Of a deadline: a request that takes less is no first one. */
  private static final int QUICK_PART = 10;

  private RedisStart() {}

  static RedisStore open(Link link, RedisSettings settings) {
    RedisStore store = made(link, settings);
    try {
      probe(store, link, settings);
      return store;
    } catch (RuntimeException | Error e) {
      store.close(); // and the probes of masters that were away
      throw e;
    }
  }

  private static RedisStore made(Link link, RedisSettings settings) {
    try {
      return new RedisStore(link, settings, Scripts.shipped());
    } catch (RuntimeException | Error e) {
      link.close();
      throw e;
    }
  }

  /** Asks all masters at once: one that hangs takes no time from the others. */
  private static void probe(RedisStore store, Link link, RedisSettings settings) {
    Patience patience = new Patience(settings.timeSource(), PATIENCE);
    @Nullable Throwable unreachable = patience.failureOf(link.firstAttempt());
    Map<ScriptCaller, CompletableFuture<?>> probes = new LinkedHashMap<>();
    for (String master : link.masters()) {
      ScriptCaller caller = store.masters().named(master);
      probes.put(
          caller,
          unreachable == null
              ? link.connected(master).thenCompose(connected -> caller.firstProbe(PATIENCE))
              : CompletableFuture.failedFuture(unreachable));
    }
    Map<ScriptCaller, Throwable> failures = new LinkedHashMap<>();
    probes.forEach(
        (caller, probe) -> {
          @Nullable Throwable failure = patience.failureOf(probe);
          if (failure != null) {
            failures.put(caller, failure);
          }
        });
    requireUsable(link, settings, failures.values());
    failures.forEach(ScriptCaller::trip);
    link.masters().stream()
        .filter(master -> store.masters().named(master).isHealthy())
        .findFirst()
        .ifPresent(master -> rehearse(store, master, settings, patience));
    patience.close();
  }

  /**
   * The first requests of a process load classes and the script, which may take longer than the
   * deadline: those of a caller would be taken for an outage. A failure is left to be found by a
   * caller, and counts.
   */
  private static void rehearse(
      RedisStore store, String master, RedisSettings settings, Patience patience) {
    TimeSource time = settings.timeSource();
    long quick = settings.deadline().dividedBy(QUICK_PART).toNanos() / 1_000;
    for (int i = 0; i < MOST_REHEARSALS; i++) {
      long from = time.micros();
      @Nullable Throwable failure = patience.failureOf(store.rehearse(master, PATIENCE));
      if (failure != null || time.micros() - from < quick) {
        return;
      }
    }
  }

  private static void requireUsable(
      Link link, RedisSettings settings, Collection<Throwable> failures) {
    for (Throwable failure : failures) {
      if (RedisError.of(failure) == RedisError.MISCONFIGURED) {
        throw new IllegalStateException(Misconfiguration.reason(link, settings, failure), failure);
      }
    }
  }
}
