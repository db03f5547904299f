package dev.ratelimit.redis;

import dev.ratelimit.redis.call.RedisSettings;
import dev.ratelimit.redis.driver.RedisError;
import dev.ratelimit.redis.link.Link;
import dev.ratelimit.redis.script.RedisKeys;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Says why a Redis that answers cannot be used, and what somebody is to do about it. */
final class Misconfiguration {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private Misconfiguration() {}

  static String reason(Link link, RedisSettings settings, Throwable failure) {
    String said = RedisError.reason(failure);
    if (RedisError.isOfRights(said)) {
      return reasonOfRights(link, settings, said);
    }
    String cannot = link.name() + " cannot be used: ";
    if (RedisError.isOfNoCluster(said)) {
      return cannot + "it is a single server, for RedisLimiter.builder(uri): " + said;
    }
    if (RedisError.isOfACluster(said)) {
      return cannot + "it is a node of a cluster, for RedisLimiter.cluster(uri): " + said;
    }
    return cannot + said;
  }

  private static String reasonOfRights(Link link, RedisSettings settings, String said) {
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
    try (Patience patience = new Patience(settings.timeSource(), PATIENCE)) {
      return patience.failureOf(trials) == null ? trials.join() : List.of();
    }
  }
}
