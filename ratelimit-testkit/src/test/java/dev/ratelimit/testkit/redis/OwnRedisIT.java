package dev.ratelimit.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Whatever a test leaves behind, the next begins with a server that is newly started. */
@RedisTest(Sharing.OWN)
class OwnRedisIT {

  private static final Set<Integer> PORTS = new HashSet<>();

  @BeforeAll
  static void servers_canBeHadBeforeTheFirstTest(RedisServer redis) {
    PORTS.clear();
    PORTS.add(redis.port());
  }

  private static void assertFresh(RedisServer redis) {
    PORTS.add(redis.port());
    assertThat(redis.canBeStopped()).isTrue();
    assertThat(redis.command("DBSIZE").asLong()).isZero();
    assertThat(redis.command("CONFIG", "GET", "maxmemory").asList().get(1).asText()).isEqualTo("0");
  }

  @Test
  void killedServer_runsAgainForTheNextTest(RedisServer redis) {
    assertFresh(redis);
    redis.kill();
  }

  @Test
  void stoppedServer_runsAgainForTheNextTest(RedisServer redis) {
    assertFresh(redis);
    redis.stop();
  }

  @Test
  void pausedServer_runsAgainForTheNextTest(RedisServer redis) {
    assertFresh(redis);
    redis.pause();
  }

  @Test
  void configuredServer_isAsEverForTheNextTest(RedisServer redis) {
    assertFresh(redis);
    redis.command("CONFIG", "SET", "maxmemory", "1gb");
    redis.command("ACL", "SETUSER", "default", "off");
  }

  @Nested
  class WithinAnother {

    @Test
    void killedServer_runsAgainForTheNextTest(RedisServer redis) {
      assertFresh(redis);
      redis.kill();
    }

    @Test
    void filledServer_isEmptyForTheNextTest(RedisServer redis) {
      assertFresh(redis);
      redis.command("SET", "key", "value");
    }
  }

  @AfterAll
  static void allTests_hadTheSameServer() {
    assertThat(PORTS).hasSize(1).doesNotContain(SharedServer.get().port());
  }
}
