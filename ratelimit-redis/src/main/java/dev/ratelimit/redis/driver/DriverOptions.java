package dev.ratelimit.redis.driver;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The options of the driver under which nothing is charged twice, or later than its deadline. */
public final class DriverOptions {

  /*
   * Commands are rejected while disconnected, and none is sent again, on a new connection, that was
   * in flight on the old one: a script sent twice charges twice. Newer drivers send none again where
   * commands are rejected. Lettuce 6.6 does, whatever its options say, but for AtTheLoss.
   */
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

  private static final Duration FIRST_RETRY = Duration.ofMillis(100);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);
  private static final Duration PERIODIC_REFRESH = Duration.ofSeconds(30);
  private static final Duration BETWEEN_REFRESHES = Duration.ofMillis(500);
  private static final int RECONNECTS_BEFORE_REFRESH = 1;
  private static final int MOST_IN_FLIGHT = 4_096;

  private DriverOptions() {}

  /**
   * {@return the same address, whose server may take a second to answer the driver itself} By
   * default that is a minute, for which one that hangs keeps the driver from looking elsewhere.
   */
  public static RedisURI impatient(RedisURI uri) {
    List<RedisURI> sentinels = uri.getSentinels().stream().map(DriverOptions::impatient).toList();
    RedisURI impatient = withSentinels(uri, sentinels);
    impatient.setTimeout(ANSWER_TIMEOUT);
    return impatient;
  }

  /** {@return the same address, for which a sentinel is asked before all others} */
  public static RedisURI askingFirst(RedisURI sentinel, RedisURI uri) {
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

  static ClientResources resources(Refusals refusals) {
    return ClientResources.builder()
        .reconnectDelay(Delay.fullJitter(FIRST_RETRY, LONGEST_RETRY, 2, TimeUnit.MILLISECONDS))
        .nettyCustomizer(
            new NettyCustomizer() {
              @Override
              public void afterChannelInitialized(Channel channel) {
                refusals.afterChannelInitialized(channel);
                AtTheLoss.addTo(channel);
              }
            })
        .build();
  }

  public static ClientOptions ofServer() {
    return with(ClientOptions.builder()).build();
  }

  /** Newer drivers have the triggers on by themselves, older ones have to be told. */
  @SuppressWarnings("deprecation")
  public static ClusterClientOptions ofCluster() {
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
}
