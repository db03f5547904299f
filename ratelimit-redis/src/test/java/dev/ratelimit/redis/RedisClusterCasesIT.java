package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Decision;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.topology.RedisCluster;
import dev.ratelimit.testkit.redis.topology.RedisTopologyTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over a cluster, what is so over one server. */
@RedisTopologyTest
class RedisClusterCasesIT {

  private static final int MANY = 100;

  private final Heard heard = new Heard();
  private ClusterRig rig;

  @BeforeEach
  void find(RedisCluster cluster) {
    rig = new ClusterRig(cluster);
  }

  private RedisLimiter limiter() {
    return rig.limiter().listener(heard).build();
  }

  private void forgetScripts() {
    rig.cluster().masters().forEach(master -> master.command("SCRIPT", "FLUSH"));
  }

  private static List<CompletableFuture<Decision>> checks(RedisLimiter limiter) {
    return ClusterRig.keys().limit(MANY).map(limiter::checkAsync).toList();
  }

  @Test
  void scriptsThatAllMastersForget_areSentToThemAndChargeOnce() {
    try (RedisLimiter limiter = limiter()) {
      checks(limiter).forEach(CompletableFuture::join);
      forgetScripts();

      assertThat(checks(limiter))
          .allSatisfy(
              check -> assertThat(check.join().remaining()).isEqualTo(ClusterRig.PERMITS - 2));

      assertThat(heard.errors()).isEmpty();
    }
  }

  @Test
  void denialsAndForgottenScripts_leaveTheBreakersClosed() {
    try (RedisLimiter limiter = limiter()) {
      limiter.check("key", ClusterRig.PERMITS);

      for (int i = 0; i < MANY; i++) {
        forgetScripts();
        assertThat(limiter.check("key").allowed()).isFalse();
      }

      assertThat(heard.degradations()).isZero();
      assertThat(heard.errors()).isEmpty();
    }
  }

  @Test
  void checksWhileAMasterIsDown_areNeverCharged() {
    rig.keepMasters();
    try (RedisLimiter limiter = limiter()) {
      RedisServer down = rig.masterOf("key");
      down.kill();
      for (int i = 0; i < MANY; i++) {
        assertThatThrownBy(() -> limiter.check("key"))
            .isInstanceOfSatisfying(
                StoreException.class,
                error -> assertThat(error.charge()).isEqualTo(StoreException.Charge.NONE));
      }
      down.restart();

      Patience.until("it is found again", () -> isAnswered(limiter));

      assertThat(limiter.check("key").remaining()).isEqualTo(ClusterRig.PERMITS - 1);
    }
  }

  private static boolean isAnswered(RedisLimiter limiter) {
    try {
      limiter.peek("key", 1);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  @Test
  void callback_mayAskAgain() {
    try (RedisLimiter limiter = limiter()) {
      Decision second =
          limiter.checkAsync("key").thenApply(first -> limiter.check("another", 2)).join();

      assertThat(second.remaining()).isEqualTo(ClusterRig.PERMITS - 2);
    }
  }

  @Test
  void closing_answersWhatIsInFlightAndRefusesWhatComes() {
    rig.keepMasters();
    RedisLimiter limiter = rig.limiter().deadline(Duration.ofSeconds(1)).listener(heard).build();
    limiter.check("key");
    RedisServer silent = rig.masterOf("key");
    silent.pause();
    try {
      CompletableFuture<Decision> inFlight = limiter.checkAsync("key");

      limiter.close();

      assertThatThrownBy(inFlight::join).hasCauseInstanceOf(StoreException.class);
      assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(IllegalStateException.class);
    } finally {
      silent.resume();
    }
  }
}
