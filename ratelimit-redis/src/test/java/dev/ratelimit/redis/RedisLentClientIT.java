package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.FaultProxy.Fault;
import dev.ratelimit.testkit.redis.FaultProxy.Moment;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that an application lends either charges once or is refused. */
@RedisTest
class RedisLentClientIT {

  private final Semaphore connected = new Semaphore(0);
  private FaultProxy proxy;
  private RedisURI uri;

  @BeforeEach
  void open(RedisServer redis) {
    proxy = FaultProxy.to(redis);
    uri = RedisURI.create(proxy.uri());
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  private RedisLimiter limiter(LentClient lent) {
    return RedisLimiter.builder(lent.client(), uri)
        .limit(Limit.perDay(1_000))
        .deadline(Duration.ofSeconds(30))
        .build();
  }

  private void watchConnects(LentClient lent) {
    lent.client()
        .addListener(
            new RedisConnectionStateListener() {
              @Override
              public void onRedisConnected(
                  RedisChannelHandler<?, ?> connection, SocketAddress address) {
                connected.release();
              }
            });
  }

  /** Loses the connection with a command in flight. {@return whether it was executed twice} */
  private boolean sendsAgain(LentClient lent) throws InterruptedException {
    watchConnects(lent);
    try (StatefulRedisConnection<String, String> connection = lent.client().connect(uri)) {
      proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "INCR");
      connected.acquire();
      connection
          .async()
          .incr("counter")
          .handle((reply, failure) -> true)
          .toCompletableFuture()
          .join();
      connected.acquire();
      return connection.sync().get("counter").equals("2");
    }
  }

  @Test
  void clientThatSendsAtMostOnce_chargesALostCallOnce() throws InterruptedException {
    try (LentClient lent = LentClient.safe()) {
      watchConnects(lent);
      try (RedisLimiter limiter = limiter(lent)) {
        connected.acquire();
        proxy.arm(Fault.CUT, Moment.BEFORE_REPLY, "EVALSHA");

        assertThatThrownBy(() -> limiter.check("key"))
            .isInstanceOfSatisfying(
                StoreException.class,
                error -> assertThat(error.charge()).isEqualTo(StoreException.Charge.UNCERTAIN));
        connected.acquire();

        assertThat(limiter.peek("key", 1).remaining()).isEqualTo(999);
      }
    }
  }

  @Test
  void clientThatSendsAtMostOnce_sendsNothingAgain() throws InterruptedException {
    try (LentClient lent = LentClient.safe()) {
      assertThat(sendsAgain(lent)).isFalse();
    }
  }

  @Test
  void clientWithoutIt_isRefusedIfItsDriverSendsAgain() throws InterruptedException {
    try (LentClient lent = LentClient.customizedBy(new NettyCustomizer() {})) {
      if (sendsAgain(lent)) {
        assertThatThrownBy(() -> limiter(lent))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("must have nettyCustomizer(new AtMostOnce())");
      } else {
        try (RedisLimiter limiter = limiter(lent)) {
          assertThat(limiter.check("key").remaining()).isEqualTo(999);
        }
      }
    }
  }

  @Test
  void customizerOfTheApplication_isAskedToo() {
    AtomicInteger channels = new AtomicInteger();
    NettyCustomizer own =
        new NettyCustomizer() {
          @Override
          public void afterChannelInitialized(Channel channel) {
            channels.incrementAndGet();
          }
        };
    try (LentClient lent = LentClient.customizedBy(new AtMostOnce(own))) {
      limiter(lent).close();
    }

    assertThat(channels).hasValue(1);
  }
}
