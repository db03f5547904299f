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
import java.io.UncheckedIOException;
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
  private static long askUntilAnswered(RedisLimiter limiter, String key) {
    long[] uncertain = new long[1];
    Patience.until(
        "the key is answered for",
        () -> {
          try {
            limiter.check(key);
            return true;
          } catch (StoreException e) {
            uncertain[0] += e.charge() == StoreException.Charge.UNCERTAIN ? 1 : 0;
            return false;
          }
        });
    return uncertain[0];
  }

  /** Each replica may be the one that is promoted. */
  private static void awaitReplicas(RedisServer master) {
    assertThat(master.command("WAIT", "2", "10000").asLong()).isEqualTo(2);
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
      awaitReplicas(lost);
      lost.kill();
      sentinels.awaitTakeover(lost);

      long uncertain = askUntilAnswered(limiter, "key");

      assertThat(1_000 - limiter.peek("key", 1).remaining()).isBetween(2L, 2 + uncertain);
    }
  }

  @Test
  void masterThatHangs_isLeftForTheOneThatTookOver(RedisSentinels sentinels) {
    try (RedisLimiter limiter = limiter(sentinels)) {
      limiter.check("key");
      RedisServer hung = sentinels.master();
      awaitReplicas(hung);
      hung.pause();
      try {
        sentinels.awaitTakeover(hung);

        long uncertain = askUntilAnswered(limiter, "key");

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
      awaitReplicas(sentinels.master());
      sentinels.failOver();

      long uncertain = askUntilAnswered(limiter, "key");

      assertThat(1_000 - limiter.peek("key", 1).remaining()).isBetween(2L, 2 + uncertain);
    }
  }

  @Test
  void masterThatIsNotToldOfItsReplacement_isLeftAllTheSame(RedisSentinels sentinels) {
    try (RedisLimiter limiter = limiter(sentinels)) {
      limiter.check("key");
      RedisServer old = sentinels.master();
      old.command("ACL", "SETUSER", "default", "-slaveof", "-replicaof");
      try {
        sentinels.sentinels().get(0).command("SENTINEL", "FAILOVER", sentinels.masterName());
        Patience.until("another is the master", () -> sentinels.master() != old);
        RedisServer promoted = sentinels.master();

        Patience.until(
            "the other one is asked",
            () -> {
              askUntilAnswered(limiter, "later");
              return has(promoted, "rl:{later}");
            });

        assertThat(old.info("replication")).containsEntry("role", "master");
      } finally {
        old.command("ACL", "SETUSER", "default", "+@all");
      }
    }
  }

  /** A server that is promoted closes its connections. */
  private static boolean has(RedisServer server, String key) {
    try {
      return server.command("EXISTS", key).asLong() == 1;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  @Test
  void masterThatIsNotThereAtTheStart_isFoundWhenItAppears(RedisSentinels sentinels) {
    RedisServer master = sentinels.master();
    sentinels.sentinels().forEach(RedisServer::kill);
    master.kill();
    try (RedisLimiter limiter = limiter(sentinels)) {
      assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(StoreException.class);
      sentinels.heal();

      long uncertain = askUntilAnswered(limiter, "key");

      assertThat(1_000 - limiter.peek("key", 1).remaining()).isBetween(1L, 1 + uncertain);
    }
  }

  @Test
  void sentinels_areListenedToUntilTheLimiterIsClosed(RedisSentinels sentinels) {
    try (RedisLimiter limiter = limiter(sentinels)) {
      limiter.check("key");
      for (RedisServer sentinel : sentinels.sentinels()) {
        Patience.until("it is listened to", () -> listenersTo(sentinel) == 1);
      }
    }

    for (RedisServer sentinel : sentinels.sentinels()) {
      Patience.until("nobody listens any more", () -> listenersTo(sentinel) == 0);
    }
  }

  private static long listenersTo(RedisServer sentinel) {
    return sentinel
        .command("CLIENT", "LIST")
        .asText()
        .lines()
        .filter(RedisSentinelsIT::listens)
        .count();
  }

  private static boolean listens(String client) {
    return client.contains(" sub=2 ");
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
