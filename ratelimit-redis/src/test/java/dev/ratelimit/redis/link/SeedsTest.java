package dev.ratelimit.redis.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;

class SeedsTest {

  private static final RedisURI NODE = RedisURI.create("redis://a:1");

  private static void assertRefused(String message, RedisURI first, RedisURI... rest) {
    assertThatThrownBy(() -> RedisLimiter.cluster(first, rest))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void nodes_areAllTaken() {
    RedisURI other = RedisURI.create("redis://user:secret@b:2/0");

    assertThat(Seeds.of(NODE, other)).containsExactly(NODE, other);
  }

  @Test
  void addressThatIsMissing_isNamed() {
    RedisURI missing = null;
    RedisURI[] none = null;

    assertThatThrownBy(() -> RedisLimiter.cluster(missing))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("first");
    assertThatThrownBy(() -> RedisLimiter.cluster(NODE, NODE, missing))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("rest[1]");
    assertThatThrownBy(() -> RedisLimiter.cluster(NODE, none))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("rest");
  }

  @Test
  void addressOfSentinels_isRefused() {
    assertRefused(
        "first must be the address of a node of a cluster, was that of sentinels, of master main",
        RedisURI.create("redis-sentinel://a:1,b:2/0#main"));
  }

  @Test
  void socket_isRefused() {
    assertRefused(
        "rest[0] must have a host, was socket /tmp/redis",
        NODE,
        RedisURI.create("redis-socket:///tmp/redis"));
  }

  @Test
  void database_isRefused() {
    assertRefused(
        "rest[0] must have database 0, the only one of a cluster, was database 3",
        NODE,
        RedisURI.create("redis://b:2/3"));
  }

  @Test
  void nodesWithAndWithoutTls_areRefused() {
    assertRefused(
        "rest[0] must be reached as first is, by no TLS, was TLS with peers verified: FULL",
        NODE,
        RedisURI.create("rediss://b:2"));
  }
}
