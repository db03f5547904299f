package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.redis.driver.RedisError;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a channel that no socket is behind. */
@SuppressWarnings("FutureReturnValueIgnored") // the commands tell
class AtMostOnceTest {

  private final ClientResources resources = ClientResources.create();
  private final DefaultEndpoint endpoint =
      new DefaultEndpoint(LentClient.options().build(), resources);
  private final CommandHandler driver =
      new CommandHandler(ClientOptions.create(), resources, endpoint);
  private final AsyncCommand<byte[], byte[], String> command =
      new AsyncCommand<>(
          new Command<>(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));

  private EmbeddedChannel channel(ChannelOutboundHandlerAdapter socket) {
    endpoint.setConnectionFacade(ignoring());
    EmbeddedChannel channel = new EmbeddedChannel(socket, driver);
    new AtMostOnce().afterChannelInitialized(channel);
    return channel;
  }

  /** {@return what is told of connections} Its methods are not the same in all versions. */
  private static ConnectionFacade ignoring() {
    Class<ConnectionFacade> type = ConnectionFacade.class;
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
  }

  @AfterEach
  void close() {
    resources.shutdown().syncUninterruptibly();
  }

  @Test
  void commandInFlightAtTheLoss_failsAndNothingIsKeptToBeSent() {
    EmbeddedChannel channel = channel(new Silent());
    channel.writeOutbound(command);
    boolean endedEarly = command.isDone();

    channel.close();

    assertThat(endedEarly).isFalse();
    assertThat(command).isCompletedExceptionally();
    assertThatThrownBy(command::join).hasRootCauseMessage("Connection disconnected");
    assertThat(driver.getStack()).isEmpty();
  }

  @Test
  void commandThatIsNotWritten_isRejectedAsNeverSent() {
    EmbeddedChannel channel = channel(new Broken());

    channel.write(command);

    assertThat(command).isCompletedExceptionally();
    assertThatThrownBy(command::join)
        .satisfies(failure -> assertThat(RedisError.of(failure)).isEqualTo(RedisError.NOT_DONE))
        .hasCauseInstanceOf(RedisException.class)
        .hasRootCauseMessage("broken pipe");
  }

  @Test
  void severalCommandsThatAreNotWritten_areRejectedEach() {
    EmbeddedChannel channel = channel(new Broken());
    AsyncCommand<byte[], byte[], String> second =
        new AsyncCommand<>(
            new Command<>(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));

    channel.write(Set.of(command, second));

    assertThat(command).isCompletedExceptionally();
    assertThat(second).isCompletedExceptionally();
  }

  private static final class Silent extends ChannelOutboundHandlerAdapter {

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
      written.setSuccess();
    }
  }

  private static final class Broken extends ChannelOutboundHandlerAdapter {

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
      written.setFailure(new IOException("broken pipe"));
    }
  }
}
