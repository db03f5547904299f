package dev.ratelimit.redis;

import dev.ratelimit.Cancellable;
import dev.ratelimit.TimeSource;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The library's own connection to one Redis: opened in the background until it succeeds, and from
 * then on reopened by the driver.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each has a callback that hears of failures
final class RedisLink implements AutoCloseable {

  /*
   * Commands are rejected while disconnected. That also keeps the driver from sending again, on a
   * new connection, what was in flight on the old one: a script sent twice charges twice.
   */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration FIRST_RETRY = Duration.ofMillis(100);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);
  private static final int MOST_IN_FLIGHT = 4_096;

  private final TimeSource time;
  private final RedisURI uri;
  private final ClientResources resources;
  private final RedisClient client;
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
  private volatile @Nullable StatefulRedisConnection<byte[], byte[]> connection;
  private volatile Cancellable retry = () -> false;
  private volatile boolean closed;

  RedisLink(RedisURI uri, TimeSource time) {
    this.time = time;
    this.uri = uri;
    this.resources =
        ClientResources.builder()
            .reconnectDelay(Delay.fullJitter(FIRST_RETRY, LONGEST_RETRY, 2, TimeUnit.MILLISECONDS))
            .build();
    try {
      this.client = RedisClient.create(resources, uri);
      client.setOptions(options());
      connect();
    } catch (RuntimeException | Error e) {
      resources.shutdown(0, 1, TimeUnit.SECONDS);
      throw e;
    }
  }

  private static ClientOptions options() {
    return ClientOptions.builder()
        .autoReconnect(true)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(MOST_IN_FLIGHT)
        // A PING needs a right of its own.
        .pingBeforeActivateConnection(false)
        .socketOptions(
            SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(true).build())
        .build();
  }

  /** {@return the connection, {@code null} until there has been one} */
  @Nullable StatefulRedisConnection<byte[], byte[]> connection() {
    return connection;
  }

  /** {@return done when the first attempt to connect is; fails with its failure} */
  CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  /** {@return host and port} */
  String name() {
    return uri.getHost() + ":" + uri.getPort();
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
                firstAttempt.completeExceptionally(failure);
              }
            });
  }

  private void keep(StatefulRedisConnection<byte[], byte[]> connected) {
    connection = connected;
    if (closed) {
      connected.closeAsync();
    }
  }

  private void retryLater() {
    if (!closed) {
      retry = time.schedule(FIRST_RETRY, this::connect);
    }
  }

  /** Ends the connection and, soon after, the driver's threads. */
  @Override
  public void close() {
    synchronized (this) { // no attempt begins after this
      closed = true;
    }
    retry.cancel();
    // Not waited for: whoever closes may be on a thread of the driver's, which this ends. The quiet
    // period lets the driver hear of what it has closed.
    client
        .shutdownAsync(0, 1, TimeUnit.SECONDS)
        .whenComplete((done, failure) -> resources.shutdown(10, 1_000, TimeUnit.MILLISECONDS));
  }
}
