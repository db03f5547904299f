package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.testkit.redis.ArmedFault;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisSentinels;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** The examples of the Javadoc that need Redis. */
@RedisTest
class RedisExamplesIT {

  @Test
  void redisServer() {
    try (RedisServer redis = RedisServer.start()) {
      redis.command("SET", "key", "value");
      redis.kill();
      redis.restart();
      assertThat(redis.command("GET", "key").isNil()).isTrue();
    }
  }

  @Test
  void patience(RedisServer redis) {
    redis.command("SET", "key", "value", "PX", "1");

    Patience.until("the key is gone", () -> redis.command("GET", "key").isNil());
    assertThat(redis.command("EXISTS", "key").asLong()).isZero();
  }

  @Test
  void redisCluster() {
    try (RedisCluster cluster = RedisCluster.start()) {
      RedisServer lost = cluster.masterOf("key");
      lost.kill();
      RedisServer promoted = cluster.awaitTakeover(lost);
      promoted.command("SET", "key", "value");
      assertThat(promoted).isSameAs(cluster.masterOf("key")).isNotSameAs(lost);
    }
  }

  @Test
  void redisSentinels() {
    try (RedisSentinels redis = RedisSentinels.start()) {
      RedisServer lost = redis.master();
      lost.kill();
      RedisServer promoted = redis.awaitTakeover(lost);
      promoted.command("SET", "key", "value");
      assertThat(promoted).isSameAs(redis.master()).isNotSameAs(lost);
    }
  }

  @Test
  void faultProxy(RedisServer redis) throws InterruptedException {
    FaultProxy proxy = FaultProxy.to(redis);
    RedisServer client = RedisServer.at(proxy.uri());
    ArmedFault cut = proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "INCR");
    assertThatThrownBy(() -> client.command("INCR", "key"))
        .isInstanceOf(UncheckedIOException.class);
    cut.awaitFired();

    assertThat(redis.command("GET", "key").asText()).isEqualTo("1");
    proxy.close();
  }
}
