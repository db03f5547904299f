package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisSentinels;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which changes of masters count as a loss of state. */
@RedisTopologyTest
class RedisTakeoverIT {

  private static final Limit LIMIT = Limit.perDay(1_000);
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  private final Heard heard = new Heard();

  private static void awaitAnswer(RedisLimiter limiter) {
    Patience.until(
        "a check is answered",
        () -> {
          try {
            return limiter.check("key").allowed();
          } catch (StoreException e) {
            return false;
          }
        });
  }

  @Test
  void replicaThatTakesOver_hasLostNothing(RedisSentinels sentinels) {
    try (RedisLimiter limiter =
        RedisLimiter.builder(RedisURI.create(sentinels.uri()))
            .limit(LIMIT)
            .deadline(DEADLINE)
            .listener(heard)
            .build()) {
      limiter.check("key");
      RedisServer lost = sentinels.master();
      lost.kill();
      sentinels.awaitTakeover(lost);

      awaitAnswer(limiter);
      awaitAnswer(limiter);

      assertThat(heard.losses()).isEmpty();
    }
  }

  @Test
  void masterOfAClusterThatIsRestarted_mayHaveLostItsState() throws InterruptedException {
    try (RedisCluster cluster = RedisCluster.start(3, 0);
        RedisLimiter limiter =
            RedisLimiter.cluster(RedisURI.create(cluster.uris().get(0)))
                .limit(LIMIT)
                .deadline(DEADLINE)
                .listener(heard)
                .build()) {
      limiter.check("key");
      RedisServer master = cluster.masterOf("rl:{key}");

      master.restart();
      heard.awaitLoss();

      assertThat(heard.losses()).containsExactly(master.host() + ":" + master.port());
    }
  }
}
