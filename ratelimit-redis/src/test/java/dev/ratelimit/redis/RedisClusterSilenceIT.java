package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection to one master whose other end has gone without a word. */
@RedisTopologyTest
class RedisClusterSilenceIT {

  private static final Duration DEADLINE = Duration.ofMillis(100);

  private static boolean isAnswered(RedisLimiter limiter, String key) {
    try {
      return limiter.check(key).allowed();
    } catch (StoreException e) {
      return false;
    }
  }

  /** {@return resources of a client that reaches one server through a proxy} */
  private static ClientResources through(FaultProxy proxy, RedisServer server) {
    return ClientResources.builder()
        .nettyCustomizer(new AtMostOnce())
        .socketAddressResolver(
            MappingSocketAddressResolver.create(
                DnsResolvers.UNRESOLVED,
                address ->
                    address.getPort() == server.port()
                        ? HostAndPort.of(proxy.host(), proxy.port())
                        : address))
        .build();
  }

  private static RedisClusterClient client(
      ClientResources resources, RedisURI[] seeds, boolean timed) {
    RedisClusterClient client = RedisClusterClient.create(resources, seeds[0]);
    client.setOptions(
        (ClusterClientOptions)
            ClusterClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(1_000)
                .replayFilter(any -> true)
                .timeoutOptions(
                    timed ? TimeoutOptions.enabled(Duration.ofSeconds(1)) : TimeoutOptions.create())
                .build());
    return client;
  }

  /** With timeouts of its own a client has its connections wrapped. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void connectionToOneMaster_isReplacedAndThoseToOthersAreNot(boolean timed, RedisCluster cluster)
      throws InterruptedException {
    ClusterRig rig = new ClusterRig(cluster);
    RedisServer server = rig.masterOf("key");
    String other = rig.keysOfOthersThan(server).iterator().next();
    Heard heard = new Heard();
    FaultProxy proxy = FaultProxy.to(server);
    ClientResources resources = through(proxy, server);
    RedisClusterClient client = client(resources, rig.uris(), timed);
    try (RedisLimiter limiter =
        RedisLimiter.cluster(client)
            .limit(ClusterRig.LIMIT)
            .deadline(DEADLINE)
            .listener(heard)
            .build()) {
      Patience.until(
          "both are answered", () -> isAnswered(limiter, "key") && isAnswered(limiter, other));
      proxy.arm(FaultProxy.Fault.SWALLOW, FaultProxy.Moment.BEFORE_REPLY, "EVALSHA");
      Patience.until(
          "the master is given up",
          () -> {
            isAnswered(limiter, "key");
            return heard.degradations() > 0;
          });

      heard.awaitRecovered();

      assertThat(heard.recovered()).containsExactly(ClusterRig.nameOf(server));
      assertThat(heard.degraded()).containsExactly(ClusterRig.nameOf(server));
      Patience.until("the key is answered", () -> isAnswered(limiter, "key"));
      assertThat(isAnswered(limiter, other)).isTrue();
    } finally {
      client.shutdown();
      resources.shutdown().syncUninterruptibly();
      proxy.close();
    }
  }
}
