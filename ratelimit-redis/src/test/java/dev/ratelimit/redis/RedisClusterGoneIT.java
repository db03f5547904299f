package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.StoreException;
import dev.ratelimit.redis.call.ScriptCaller;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is told of, and kept of, a master that is none any more. */
@RedisTopologyTest
class RedisClusterGoneIT {

  private final Heard heard = new Heard();

  private RedisLimiter limiter(ClusterRig rig) {
    return rig.limiter().deadline(Duration.ofMillis(200)).listener(heard).build();
  }

  /** {@return who calls a master, as long as it is one} */
  private static ScriptCaller callerOf(RedisLimiter limiter, RedisServer master) {
    return ((RedisStore) limiter.store()).masters().named(ClusterRig.nameOf(master));
  }

  private static boolean isAnswered(RedisLimiter limiter) {
    try {
      return limiter.check("key").allowed();
    } catch (StoreException e) {
      return false;
    }
  }

  @Test
  void masterThatIsReplaced_isToldToBeGoneAndNotToHaveRecovered(RedisCluster cluster)
      throws InterruptedException {
    ClusterRig rig = new ClusterRig(cluster);
    try (RedisLimiter limiter = limiter(rig)) {
      RedisServer lost = rig.masterOf("key");
      ScriptCaller caller = callerOf(limiter, lost);
      lost.kill();
      Patience.until(
          "the lost master is given up", () -> !isAnswered(limiter) && !caller.isHealthy());
      cluster.awaitTakeover(lost);

      heard.awaitGone();
      Patience.until("the new master is asked", () -> isAnswered(limiter));

      assertThat(heard.gone()).containsExactly(ClusterRig.nameOf(lost));
      assertThat(heard.recovered()).doesNotContain(ClusterRig.nameOf(lost));
      assertThat(callerOf(limiter, lost)).isNotSameAs(caller);
    }
  }

  /** It may be degraded on the way, as where the handover takes longer than three deadlines. */
  @Test
  void masterThatHandsOver_isForgottenWithoutAWordIfItWasWell(RedisCluster cluster) {
    ClusterRig rig = new ClusterRig(cluster);
    try (RedisLimiter limiter = limiter(rig)) {
      limiter.check("key");
      RedisServer old = rig.masterOf("key");
      ScriptCaller caller = callerOf(limiter, old);

      cluster.failOver(old);
      Patience.until(
          "the old master is forgotten",
          () -> {
            isAnswered(limiter);
            return callerOf(limiter, old) != caller;
          });

      assertThat(heard.degraded()).containsAll(heard.gone());
      assertThat(limiter.check("key").allowed()).isTrue();
    }
  }
}
