package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.testkit.FakeClock;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instances that tell each other how many they are. */
@RedisTest(Sharing.OWN)
class RedisMembershipIT {

  private static final String KEY = "rl:{%members-orders}";

  private final FakeClock clock = FakeClock.atEpoch();
  private RedisServer redis;
  private RedisLimiter first;
  private RedisLimiter second;

  @BeforeEach
  void open(RedisServer server) {
    redis = server;
    first = limiter();
    second = limiter();
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  private RedisLimiter limiter() {
    return TestLimiters.builder(redis).limit(Limit.perDay(10)).timeSource(clock).build();
  }

  private void beatUntil(int instances, RedisMembership membership) {
    Patience.until(
        "there are " + instances + " instances",
        () -> {
          clock.advance(Duration.ofSeconds(1));
          return membership.instances() == instances;
        });
  }

  private void awaitStored(int members) {
    Patience.until(
        members + " members are stored",
        () -> redis.command("STRLEN", KEY).asLong() == (members == 0 ? 0 : 1 + 16L * members));
  }

  @Test
  void instancesOfOneFleet_countEachOther() {
    RedisMembership ofFirst = first.membership("orders", 1);
    awaitStored(1);
    RedisMembership ofSecond = second.membership("orders", 1);

    beatUntil(2, ofFirst);
    beatUntil(2, ofSecond);
  }

  @Test
  void instancesOfOtherFleetsAndUserKeys_doNotCount() {
    RedisMembership orders = first.membership("orders", 3);
    second.membership("orders-2", 3);
    second.check("%members-orders");

    beatUntil(1, orders);

    assertThat(redis.command("DBSIZE").asLong()).isEqualTo(3);
  }

  @Test
  void userWithTheDocumentedRights_canBeAMember() {
    redis.command(
        "ACL",
        "SETUSER",
        "app",
        "reset",
        "on",
        ">secret",
        "~rl:*",
        "-@all",
        "+eval",
        "+evalsha",
        "+get",
        "+set",
        "+del",
        "+time");
    RedisURI uri = RedisURI.create("redis://app:secret@" + redis.host() + ":" + redis.port());
    try (RedisLimiter limiter = RedisLimiter.builder(uri).limit(Limit.perDay(10)).build()) {
      limiter.membership("orders", 6);

      awaitStored(1);
    }
    awaitStored(0);
  }

  @Test
  void instanceThatCloses_isNotCountedByTheOthersInTheEnd() {
    RedisMembership ofFirst = first.membership("orders", 1);
    RedisMembership ofSecond = second.membership("orders", 1);
    beatUntil(2, ofFirst);

    ofSecond.close();

    awaitStored(1);
    beatUntil(1, ofFirst);
  }

  @Test
  void limiterThatCloses_leaves() {
    first.membership("orders", 1);
    second.membership("orders", 1);
    awaitStored(2);

    first.close();
    awaitStored(1);
    second.close();
    awaitStored(0);
  }

  @Test
  void number_outlivesRedisAndHeartbeatsGoOnWhenItIsBack() {
    RedisMembership ofFirst = first.membership("orders", 1);
    second.membership("orders", 1);
    beatUntil(2, ofFirst);

    redis.kill();
    clock.advance(Duration.ofHours(1));
    int whileAway = ofFirst.instances();
    redis.restart();

    assertThat(whileAway).isEqualTo(2);
    Patience.until(
        "both are members again",
        () -> {
          clock.advance(Duration.ofSeconds(1));
          return redis.command("STRLEN", KEY).asLong() == 33;
        });
    assertThat(ofFirst.instances()).isEqualTo(2);
  }

  @Test
  void numberAssumed_isSaidWhileRedisHasNeverAnswered() {
    redis.kill();
    try (RedisLimiter alone = limiter()) {
      RedisMembership membership = alone.membership("orders", 6);

      clock.advance(Duration.ofHours(1));

      assertThat(membership.instances()).isEqualTo(6);
    }
  }
}
