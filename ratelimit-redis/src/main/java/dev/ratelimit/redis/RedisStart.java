package dev.ratelimit.redis;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Opens a store: waits a moment for Redis, and tells a Redis that is away from one set up wrongly.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class RedisStart {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

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

  private static void probe(RedisStore store, Link link, RedisSettings settings) {
    @Nullable Throwable unreachable = failureOf(link.firstAttempt(), settings.timeSource());
    for (String master : link.masters()) {
      ScriptCaller caller = store.masters().named(master);
      @Nullable Throwable failure =
          unreachable == null
              ? failureOf(caller.firstProbe(PATIENCE), settings.timeSource())
              : unreachable;
      if (failure != null && RedisError.of(failure) == RedisError.MISCONFIGURED) {
        throw new IllegalStateException(reason(link, settings, failure), failure);
      }
      if (failure != null) {
        caller.trip(failure);
      }
    }
  }

  private static String reason(Link link, RedisSettings settings, Throwable failure) {
    String said = RedisError.reason(failure);
    if (!RedisError.isOfRights(said)) {
      return link.name() + " cannot be used: " + said;
    }
    List<String> refused = refused(link, settings);
    return link.name()
        + " refuses what the limiter needs, the commands EVAL EVALSHA GET SET DEL TIME on keys "
        + settings.prefix()
        + (link.hasHashSlots() ? "*, and CLUSTER: " : "*: ")
        + (refused.isEmpty() ? "" : "no " + String.join(", no ", refused) + ": ")
        + said;
  }

  private static List<String> refused(Link link, RedisSettings settings) {
    @Nullable RedisScriptingAsyncCommands<byte[], byte[]> redis = link.commands();
    if (redis == null) {
      return List.of();
    }
    CompletableFuture<List<String>> trials =
        RefusedCommands.of(redis, new RedisKeys(settings.prefix()).ofProbe(0));
    return failureOf(trials, settings.timeSource()) == null ? trials.join() : List.of();
  }

  /** {@return why an attempt failed or took too long, {@code null} if it succeeded} */
  private static @Nullable Throwable failureOf(CompletableFuture<?> attempt, TimeSource time) {
    CompletableFuture<@Nullable Throwable> failure = new CompletableFuture<>();
    attempt.whenComplete((done, error) -> failure.complete(error));
    Cancellable patience =
        time.schedule(
            PATIENCE,
            () -> failure.complete(new IllegalStateException("no answer in " + PATIENCE)));
    @Nullable Throwable thrown = failure.join();
    patience.cancel();
    return thrown;
  }
}
