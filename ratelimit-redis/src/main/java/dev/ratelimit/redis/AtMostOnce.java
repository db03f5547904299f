package dev.ratelimit.redis;

import dev.ratelimit.redis.driver.AtTheLoss;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;

/**
 * Keeps Lettuce from sending again, on a new connection, what was in flight when the old one was
 * lost: it fails instead.
 *
 * <p>Newer versions of Lettuce do so by themselves where commands are rejected while disconnected.
 * An older one, such as 6.6, does not: a client of it that is lent to a limiter must have this
 * among its resources. It holds for all connections of that client.
 *
 * <p>Immutable.
 *
 * <pre>{@code
 * ClientResources resources = ClientResources.builder().nettyCustomizer(new AtMostOnce()).build();
 * RedisClient client = RedisClient.create(resources, uri);
 * }</pre>
 */
public final class AtMostOnce implements NettyCustomizer {

  private final NettyCustomizer other;

  /** Does this and nothing else. */
  public AtMostOnce() {
    this(new NettyCustomizer() {});
  }

  /**
   * Does this after what another customizer does.
   *
   * @param other the application's own
   */
  public AtMostOnce(NettyCustomizer other) {
    this.other = other;
  }

  @Override
  public void afterBootstrapInitialized(Bootstrap bootstrap) {
    other.afterBootstrapInitialized(bootstrap);
  }

  @Override
  public void afterChannelInitialized(Channel channel) {
    other.afterChannelInitialized(channel);
    AtTheLoss.addTo(channel);
  }
}
