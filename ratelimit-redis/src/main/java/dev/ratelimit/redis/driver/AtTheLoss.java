package dev.ratelimit.redis.driver;

import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import java.util.Collection;
import java.util.List;

/** Fails what is in flight on a connection that is lost, and what is written to it after that. */
@SuppressWarnings("FutureReturnValueIgnored") // a promise has told its listener
public final class AtTheLoss extends ChannelDuplexHandler {

  /*
   * Lettuce 6.6 learns of a loss in its CommandHandler, which hands what is in flight over to be
   * sent again: by the same endpoint once it is connected, or, if a change of a cluster closes that
   * meanwhile, at once by another. A listener to the state of connections hears of it after that. So
   * this stands before the CommandHandler, and leaves it nothing to hand over:
   *
   *    socket -> ... -> AtTheLoss -> CommandHandler -> listeners, reconnecting
   */
  private final CommandHandler driver;

  private AtTheLoss(CommandHandler driver) {
    this.driver = driver;
  }

  /** Has this done on a channel that the driver has set up. */
  public static void addTo(Channel channel) {
    ChannelPipeline pipeline = channel.pipeline();
    ChannelHandlerContext driver = pipeline.context(CommandHandler.class);
    pipeline.addBefore(
        driver.name(), AtTheLoss.class.getName(), new AtTheLoss((CommandHandler) driver.handler()));
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
