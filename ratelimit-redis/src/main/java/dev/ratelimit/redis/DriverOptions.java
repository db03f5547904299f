package dev.ratelimit.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The options of the driver under which nothing is charged twice, or later than its deadline. */
final class DriverOptions {

  /*
   * Commands are rejected while disconnected, and none is sent again, on a new connection, that was
   * in flight on the old one: a script sent twice charges twice. Newer drivers send none again where
   * commands are rejected. Lettuce 6.6 does, whatever its options say, but for AtMostOnce.
   */
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

  private static final Duration FIRST_RETRY = Duration.ofMillis(100);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);
  private static final Duration PERIODIC_REFRESH = Duration.ofSeconds(30);
  private static final Duration BETWEEN_REFRESHES = Duration.ofMillis(500);
  private static final int RECONNECTS_BEFORE_REFRESH = 1;
  private static final int MOST_IN_FLIGHT = 4_096;

  private static final List<CommandType> SCRIPT_COMMANDS =
      List.of(CommandType.EVALSHA, CommandType.EVAL);

  private DriverOptions() {}

  /**
   * {@return the same address, whose server may take a second to answer the driver itself} By
   * default that is a minute, for which one that hangs keeps the driver from looking elsewhere.
   */
  static RedisURI impatient(RedisURI uri) {
    List<RedisURI> sentinels = uri.getSentinels().stream().map(DriverOptions::impatient).toList();
    RedisURI impatient = withSentinels(uri, sentinels);
    impatient.setTimeout(ANSWER_TIMEOUT);
    return impatient;
  }

  /** {@return the same address, for which a sentinel is asked before all others} */
  static RedisURI askingFirst(RedisURI sentinel, RedisURI uri) {
    Stream<RedisURI> others = uri.getSentinels().stream().filter(other -> !other.equals(sentinel));
    return withSentinels(uri, Stream.concat(Stream.of(sentinel), others).toList());
  }

  private static RedisURI withSentinels(RedisURI uri, List<RedisURI> sentinels) {
    RedisURI.Builder copy = RedisURI.builder(uri); // but for the sentinels
    sentinels.forEach(sentinel -> copy.withSentinel(RedisURI.builder(sentinel).build()));
    RedisURI same = copy.build(); // with other timeouts of the sentinels
    same.getSentinels().clear();
    same.getSentinels().addAll(sentinels);
    if (uri.getSentinelMasterId() != null) {
      same.setSentinelMasterId(uri.getSentinelMasterId());
    }
    return same;
  }

  static ClientResources resources(NettyCustomizer besides) {
    return ClientResources.builder()
        .reconnectDelay(Delay.fullJitter(FIRST_RETRY, LONGEST_RETRY, 2, TimeUnit.MILLISECONDS))
        .nettyCustomizer(new AtMostOnce(besides))
        .build();
  }

  static ClientOptions ofServer() {
    return with(ClientOptions.builder()).build();
  }

  /** Newer drivers have the triggers on by themselves, older ones have to be told. */
  @SuppressWarnings("deprecation")
  static ClusterClientOptions ofCluster() {
    return (ClusterClientOptions)
        with(ClusterClientOptions.builder()
                .topologyRefreshOptions(
                    ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(PERIODIC_REFRESH)
                        .enableAdaptiveRefreshTrigger(RefreshTrigger.values())
                        .adaptiveRefreshTriggersTimeout(BETWEEN_REFRESHES)
                        .refreshTriggersReconnectAttempts(RECONNECTS_BEFORE_REFRESH)
                        .build()))
            .build();
  }

  private static ClientOptions.Builder with(ClientOptions.Builder options) {
    return options
        .autoReconnect(true)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(MOST_IN_FLIGHT)
        .replayFilter(inFlight -> true)
        // A PING needs a right of its own.
        .pingBeforeActivateConnection(false)
        .socketOptions(
            SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(true).build());
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
    if (!SCRIPT_COMMANDS.stream().map(DriverOptions::call).allMatch(options.getReplayFilter())) {
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
