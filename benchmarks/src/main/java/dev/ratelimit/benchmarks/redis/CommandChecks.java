package dev.ratelimit.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** One command a check, over one connection that all callers share. */
final class CommandChecks implements Checks {

  /** Sends the command of a check. */
  @FunctionalInterface
  interface Sender {

    /** {@return whether a key is allowed} */
    CompletionStage<Boolean> send(String key);
  }

  private final RedisClient client;
  private final Sender sender;

  /**
   * Connects.
   *
   * @param senders makes the sender over a connection
   */
  CommandChecks(URI redis, Function<RedisAsyncCommands<String, String>, Sender> senders) {
    client = RedisClient.create(RedisURI.create(redis));
    sender = senders.apply(client.connect().async());
  }

  @Override
  public boolean check(String key) {
    return sender.send(key).toCompletableFuture().join();
  }

  @Override
  public CompletionStage<Boolean> checkAsync(String key) {
    return sender.send(key);
  }

  @Override
  public void close() {
    Clients.shutDown(client);
  }
}
