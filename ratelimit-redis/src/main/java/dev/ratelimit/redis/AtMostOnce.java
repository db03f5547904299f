package dev.ratelimit.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import java.util.Collection;
import java.util.List;

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

  /*
   * Lettuce 6.6 learns of a loss in its CommandHandler, which hands what is in flight over to be
   * sent again: by the same endpoint once it is connected, or, if a change of a cluster closes that
   * meanwhile, at once by another. A listener to the state of connections hears of it after that. So
   * this stands before the CommandHandler, and leaves it nothing to hand over:
   *
   *    socket -> ... -> AtTheLoss -> CommandHandler -> listeners, reconnecting
   */
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
    ChannelPipeline pipeline = channel.pipeline();
    ChannelHandlerContext driver = pipeline.context(CommandHandler.class);
    pipeline.addBefore(
        driver.name(),
        AtMostOnce.class.getName(),
        new AtTheLoss((CommandHandler) driver.handler()));
  }

  /** Fails what is in flight on a connection that is lost, and what is written to it after that. */
  @SuppressWarnings("FutureReturnValueIgnored") // a promise has told its listener
  private static final class AtTheLoss extends ChannelDuplexHandler {

    private final CommandHandler driver;

    AtTheLoss(CommandHandler driver) {
      this.driver = driver;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail(driver.drainQueue(), new RedisException("Connection disconnected"));
      context.fireChannelInactive();
    }

    /** What was not written is rejected. By itself an older driver leaves it without an answer. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
      written.addListener(
          result -> {
            if (!result.isSuccess()) {
              fail(commandsOf(message), RedisError.rejected(result.cause()));
            }
          });
      context.write(message, written);
    }

    private static Collection<?> commandsOf(Object message) {
      return message instanceof Collection<?> several ? several : List.of(message);
    }

    private static void fail(Collection<?> commands, RedisException failure) {
      for (Object command : commands) {
        ((RedisCommand<?, ?, ?>) command).completeExceptionally(failure);
      }
    }
  }
}
