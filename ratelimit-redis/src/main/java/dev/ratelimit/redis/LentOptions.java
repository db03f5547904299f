package dev.ratelimit.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import java.util.List;

/** The options that a client has to have which an application lends. */
final class LentOptions {

  private static final List<CommandType> SCRIPT_COMMANDS =
      List.of(CommandType.EVALSHA, CommandType.EVAL);

  private LentOptions() {}

  /**
   * {@return the same client}
   *
   * @throws IllegalArgumentException if something could be charged twice or late by it
   */
  static <C extends AbstractRedisClient> C requireSafe(C client) {
    requireSafe(client.getOptions(), client.getResources());
    return client;
  }

  /**
   * Refuses a client that an application lends.
   *
   * @throws IllegalArgumentException if something could be charged twice or late by it
   */
  static void requireSafe(ClientOptions options, ClientResources resources) {
    if (options.getDisconnectedBehavior() != ClientOptions.DisconnectedBehavior.REJECT_COMMANDS) {
      throw new IllegalArgumentException(
          "the client's disconnectedBehavior must be REJECT_COMMANDS, was "
              + options.getDisconnectedBehavior()
              + ": what is in flight when a connection is lost would be sent again, and charged"
              + " twice");
    }
    if (!SCRIPT_COMMANDS.stream().map(LentOptions::call).allMatch(options.getReplayFilter())) {
      throw new IllegalArgumentException(
          "the client's replayFilter must hold for EVALSHA and EVAL, as in replayFilter(any -> true):"
              + " what is in flight when a connection is lost could be sent again, and charged twice");
    }
    if (!options.isAutoReconnect()) {
      throw new IllegalArgumentException(
          "the client's autoReconnect must be true, was false: a lost connection would stay lost");
    }
    if (options.isSuspendReconnectOnProtocolFailure()) {
      throw new IllegalArgumentException(
          "the client's suspendReconnectOnProtocolFailure must be false, was true: a connection that"
              + " was lost would stay lost");
    }
    if (options.getRequestQueueSize() == Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the client's requestQueueSize must be bounded, was " + Integer.MAX_VALUE);
    }
    if (!(resources.nettyCustomizer() instanceof AtMostOnce) && sendsAgain(options, resources)) {
      throw new IllegalArgumentException(
          "the client's resources must have nettyCustomizer(new AtMostOnce()): this version of Lettuce"
              + " sends again what is in flight when a connection is lost, which charges twice");
    }
  }

  private static Command<byte[], byte[], List<Object>> call(CommandType type) {
    byte[] none = new byte[0];
    CommandArgs<byte[], byte[]> arguments =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(none).add(1).addKey(none);
    return new Command<>(type, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), arguments);
  }

  /**
   * {@return whether the driver, told of a loss, keeps what is in flight} Tried without a server.
   */
  private static boolean sendsAgain(ClientOptions options, ClientResources resources) {
    DefaultEndpoint endpoint = new DefaultEndpoint(options, resources);
    CommandHandler handler = new CommandHandler(options, resources, endpoint);
    RedisCommand<byte[], byte[], List<Object>> inFlight = call(CommandType.EVALSHA);
    handler.getStack().add(inFlight);
    endpoint.notifyDrainQueuedCommands(handler);
    return !inFlight.isDone();
  }
}
