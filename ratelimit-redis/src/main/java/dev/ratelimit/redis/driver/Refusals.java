package dev.ratelimit.redis.driver;

import io.lettuce.core.ConnectionBuilder;
import io.lettuce.core.protocol.RedisHandshakeHandler;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which servers refused the last connection to them, as for a password that was changed:
 * of a reconnection that fails the driver says to callers only that there is no connection.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // it has a callback that hears of failures
final class Refusals implements NettyCustomizer {

  private final ConcurrentMap<String, Throwable> byServer = new ConcurrentHashMap<>();

  /** {@return what one of the servers that refuse said, {@code null} if none does} */
  @Nullable Throwable any() {
    return byServer.values().stream().findAny().orElse(null);
  }

  @Override
  public void afterChannelInitialized(Channel channel) {
    String server = String.valueOf(channel.attr(ConnectionBuilder.REDIS_URI).get());
    channel
        .pipeline()
        .get(RedisHandshakeHandler.class)
        .channelInitialized()
        .whenComplete((done, failure) -> remember(server, failure));
  }

  private void remember(String server, @Nullable Throwable failure) {
    if (failure != null && RedisError.of(failure) == RedisError.MISCONFIGURED) {
      byServer.put(server, failure);
    } else {
      byServer.remove(server);
    }
  }
}
