package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Decision;
import dev.ratelimit.StoreException.Kind;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** As what the failures of a Redis are counted. */
@RedisTest(Sharing.OWN)
class RedisErrorKindsIT {

  private static Kind kindOf(CompletableFuture<Decision> check) {
    return Rig.failureOf(check).kind();
  }

  @Test
  void silentRedis_givesNoAnswerAndThenIsNotAsked(RedisServer redis) throws InterruptedException {
    try (Rig rig = Rig.over(redis.uri())) {
      redis.pause();
      CompletableFuture<Decision> check = rig.checkAsync();
      rig.clock.advance(Rig.DEADLINE);
      assertThat(kindOf(check)).isEqualTo(Kind.NO_ANSWER);
      rig.failUntilDegraded();

      assertThat(kindOf(rig.checkAsync())).isEqualTo(Kind.NOT_ASKED);
      redis.resume();
    }
  }

  @Test
  void redisThatIsGone_isNotConnected(RedisServer redis) throws InterruptedException {
    try (Rig rig = Rig.over(redis.uri())) {
      redis.kill();
      rig.awaitDisconnected();

      assertThat(kindOf(rig.checkAsync())).isEqualTo(Kind.NOT_CONNECTED);
    }
  }

  @Test
  void redisWithoutMemory_refuses(RedisServer redis) {
    try (Rig rig = Rig.over(redis.uri())) {
      redis.command("CONFIG", "SET", "maxmemory", "1");

      assertThat(kindOf(rig.checkAsync())).isEqualTo(Kind.REFUSED);
    }
  }

  @Test
  void missingRight_isAMisconfiguration(RedisServer redis) {
    try (Rig rig = Rig.over(redis.uri())) {
      redis.command("ACL", "SETUSER", "default", "-evalsha");

      assertThat(kindOf(rig.checkAsync())).isEqualTo(Kind.MISCONFIGURED);
    }
  }

  @Test
  void replyOfNoScriptOfOurs_isNotUnderstood(RedisServer redis) {
    try (Rig strange = Rig.asking("return 1", redis.uri())) {
      assertThat(kindOf(strange.checkAsync())).isEqualTo(Kind.NOT_UNDERSTOOD);
    }
  }
}
