package dev.ratelimit.redis;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection to one server, or to the master that sentinels name. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class ServerLink implements Link {

  private static final Duration RETRY = Duration.ofMillis(100);

  private final TimeSource time;
  private final RedisURI uri;
  private final RedisClient client;
  private final @Nullable ClientResources ownResources;
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
  private volatile @Nullable StatefulRedisConnection<byte[], byte[]> connection;
  private volatile Cancellable retry = () -> false;
  private volatile boolean hasFailed;
  private volatile boolean closed;

  private ServerLink(
      RedisClient client, @Nullable ClientResources ownResources, RedisURI uri, TimeSource time) {
    this.client = client;
    this.ownResources = ownResources;
    this.uri = uri;
    this.time = time;
  }

  /** {@return a link by a client of its own} */
  static ServerLink open(RedisURI uri, TimeSource time) {
    ClientResources resources = DriverOptions.resources();
    try {
      RedisClient client = RedisClient.create(resources, uri);
      client.setOptions(DriverOptions.ofServer());
      ServerLink link = new ServerLink(client, resources, uri, time);
      link.connect();
      return link;
    } catch (RuntimeException | Error e) {
      resources.shutdown(0, 1, TimeUnit.SECONDS);
      throw e;
    }
  }

  /** {@return a link by a client that an application lends, and shuts down itself} */
  static ServerLink lent(RedisClient client, RedisURI uri, TimeSource time) {
    DriverOptions.requireSafe(client.getOptions(), client.getResources());
    ServerLink link = new ServerLink(client, null, uri, time);
    link.connect();
    return link;
  }

  @Override
  public @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commands() {
    @Nullable StatefulRedisConnection<byte[], byte[]> present = connection;
    return present == null ? null : present.async();
  }

  /** {@return the connection, {@code null} until there has been one} */
  @Nullable StatefulRedisConnection<byte[], byte[]> connection() {
    return connection;
  }

  @Override
  public CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  @Override
  public String name() {
    return uri.getSentinels().isEmpty()
        ? uri.getHost() + ":" + uri.getPort()
        : "master " + uri.getSentinelMasterId();
  }

  @Override
  public List<String> masters() {
    return List.of(name());
  }

  @Override
  public String masterOf(byte[] key) {
    return name();
  }

  @Override
  public Object groupOf(byte[] key) {
    return this;
  }

  @Override
  public byte[] probeKey(RedisKeys keys, String master) {
    return keys.ofProbe(0);
  }

  @Override
  public boolean hasHashSlots() {
    return false;
  }

  private synchronized void connect() {
    if (closed) {
      return;
    }
    client
        .connectAsync(ByteArrayCodec.INSTANCE, uri)
        .whenComplete(
            (connected, failure) -> {
              if (failure == null) {
                keep(connected);
                firstAttempt.complete(null);
              } else {
                retryLater();
                told(failure);
              }
            });
  }

  /**
   * A server that refuses what it is told while a connection is set up may close it before its
   * reason has come: then the next attempt is the first that counts.
   */
  private void told(Throwable failure) {
    Throwable cause = RedisError.unwrapped(failure);
    boolean isPlain =
        cause instanceof IOException || RedisError.of(failure) == RedisError.MISCONFIGURED;
    if (isPlain || hasFailed) {
      firstAttempt.completeExceptionally(failure);
    }
    hasFailed = true;
  }

  private void keep(StatefulRedisConnection<byte[], byte[]> connected) {
    @Nullable StatefulRedisConnection<byte[], byte[]> old = connection;
    connection = connected;
    if (old != null) {
      old.closeAsync();
    }
    if (closed) {
      connected.closeAsync();
    }
  }

  private void retryLater() {
    if (!closed) {
      retry = time.schedule(RETRY, this::connect);
    }
  }

  /** A server that was a master and is one no more: its name may lead to another by now. */
  @Override
  public void refresh() {
    connect();
  }

  @Override
  public void close() {
    synchronized (this) { // no attempt begins after this
      closed = true;
    }
    retry.cancel();
    @Nullable StatefulRedisConnection<byte[], byte[]> last = connection;
    if (ownResources != null) {
      Shutdown.of(client, ownResources);
    } else if (last != null) {
      last.closeAsync();
    }
  }
}
