package dev.ratelimit.redis.driver;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import java.net.SocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Knows where the connections of a client lead, and tells of each that is made, or made anew.
 *
 * <p>Thread-safe.
 */
public final class Connections implements RedisConnectionStateListener, AutoCloseable {

  private final AbstractRedisClient client;
  private final ConcurrentMap<Object, SocketAddress> addresses = new ConcurrentHashMap<>();
  private volatile Consumer<Object> whenMade = connection -> {};

  Connections(AbstractRedisClient client) {
    this.client = client;
    client.addListener(this);
  }

  /** Has somebody told, in address of who was told before: on a thread of the driver's. */
  public void whenMade(Consumer<Object> told) {
    whenMade = told;
  }

  /** {@return the address of the other end, {@code null} of a connection that does not stand} */
  public @Nullable SocketAddress addressOf(Object connection) {
    return addresses.get(connection);
  }

  @Override
  public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
    addresses.put(connection, address);
    whenMade.accept(connection);
  }

  @Override
  public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
    addresses.remove(connection);
  }

  @Override
  public void close() {
    client.removeListener(this);
  }
}
