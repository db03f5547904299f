package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisSentinels;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A limiter over the master that sentinels name. */
@RedisTopologyTest
class RedisSentinelsIT {

  private static final Limit LIMIT = Limit.of(1, Duration.ofDays(1)).withBurst(1_000);

  private static RedisLimiter limiter(RedisSentinels sentinels) {
    return RedisLimiter.builder(RedisURI.create(sentinels.uri()))
        .limit(LIMIT)
        .deadline(Duration.ofSeconds(1))
        .build();
  }

  /** Asks until it is answered. {@return how often the charge is not known} */
  private static long askUntilAnswered(RedisLimiter limiter) {
    long[] uncertain = new long[1];
    Patience.until(
        "the key is answered for",
        () -> {
          try {
            limiter.check("key");
            return true;
          } catch (StoreException e) {
            uncertain[0] += e.charge() == StoreException.Charge.UNCERTAIN ? 1 : 0;
            return false;
          }
        });
    return uncertain[0];
  }

  @Test
  void masterThatSentinelsName_isAsked(RedisSentinels sentinels) {
    try (RedisLimiter limiter = limiter(sentinels)) {
      assertThat(limiter.check("key", 3).remaining()).isEqualTo(997);
    }

    assertThat(sentinels.master().command("EXISTS", "rl:{key}").asLong()).isEqualTo(1);
  }

  @Test
  void masterThatIsKilled_isReplacedWithoutARestartOrADoubleCharge(RedisSentinels sentinels) {
    try (RedisLimiter limiter = limiter(sentinels)) {
      limiter.check("key");
      RedisServer lost = sentinels.master();
      lost.command("WAIT", "1", "1000");
      lost.kill();
      sentinels.awaitTakeover(lost);

      long uncertain = askUntilAnswered(limiter);

      assertThat(1_000 - limiter.peek("key", 1).remaining()).isBetween(2L, 2 + uncertain);
    }
  }

  @Test
  void masterThatHangs_isLeftForTheOneThatTookOver(RedisSentinels sentinels) {
    try (RedisLimiter limiter = limiter(sentinels)) {
      limiter.check("key");
      RedisServer hung = sentinels.master();
      hung.command("WAIT", "1", "1000");
      hung.pause();
      try {
        sentinels.awaitTakeover(hung);

        long uncertain = askUntilAnswered(limiter);

        assertThat(1_000 - limiter.peek("key", 1).remaining()).isBetween(2L, 2 + uncertain);
      } finally {
        hung.resume();
      }
    }
  }

  @Test
  void masterThatIsReplacedByPlan_isLeft(RedisSentinels sentinels) {
    try (RedisLimiter limiter = limiter(sentinels)) {
      limiter.check("key");
      sentinels.master().command("WAIT", "1", "1000");
      sentinels.failOver();

      long uncertain = askUntilAnswered(limiter);

      assertThat(1_000 - limiter.peek("key", 1).remaining()).isBetween(2L, 2 + uncertain);
    }
  }

  @Test
  void clientOfTheApplication_isUsedAndLeftOpen(RedisSentinels sentinels) {
    RedisURI uri = RedisURI.create(sentinels.uri());
    try (LentClient lent = LentClient.safe()) {
      try (RedisLimiter limiter = RedisLimiter.builder(lent.client(), uri).limit(LIMIT).build()) {
        assertThat(limiter.check("key").remaining()).isEqualTo(999);
      }

      assertThat(lent.client().connect(uri).sync().exists("rl:{key}")).isEqualTo(1);
    }
  }

  @Test
  void clientThatCouldChargeTwice_isRefusedWithTheReason(RedisSentinels sentinels) {
    RedisURI uri = RedisURI.create(sentinels.uri());
    RedisClient client = RedisClient.create();
    try {
      assertThatThrownBy(() -> RedisLimiter.builder(client, uri).limit(LIMIT).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("disconnectedBehavior must be REJECT_COMMANDS, was DEFAULT");
      client.setOptions(
          ClientOptions.builder()
              .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
              .build());
      assertThatThrownBy(() -> RedisLimiter.builder(client, uri).limit(LIMIT).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("replayFilter must hold");
      client.setOptions(
          ClientOptions.builder()
              .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
              .replayFilter(any -> true)
              .build());
      assertThatThrownBy(() -> RedisLimiter.builder(client, uri).limit(LIMIT).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("requestQueueSize must be bounded");
    } finally {
      client.shutdown();
    }
  }
}
