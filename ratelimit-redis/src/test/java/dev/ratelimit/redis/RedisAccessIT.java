package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user of Redis must be allowed, and how a limiter says what is missing. */
@RedisTest(Sharing.OWN)
class RedisAccessIT {

  private static final List<String> RIGHTS =
      List.of("+eval", "+evalsha", "+get", "+set", "+del", "+time");

  private static void allow(RedisServer redis, List<String> rights, String keys) {
    List<String> command =
        new ArrayList<>(List.of("ACL", "SETUSER", "app", "reset", "on", ">secret", keys, "-@all"));
    command.addAll(rights);
    redis.command(command.toArray(String[]::new));
  }

  private static RedisLimiterBuilder limiter(RedisServer redis, String userInfo, String path) {
    String uri = "redis://" + userInfo + "@" + redis.host() + ":" + redis.port() + path;
    return RedisLimiter.builder(RedisURI.create(uri))
        .limit(Limit.perDay(10))
        .deadline(Duration.ofSeconds(30));
  }

  @Test
  void userWithTheDocumentedRights_canDoAll(RedisServer redis) {
    allow(redis, RIGHTS, "~rl:*");

    try (RedisLimiter limiter = limiter(redis, "app:secret", "").build()) {
      assertThat(limiter.check("key", 3).remaining()).isEqualTo(7);
      redis.command("SCRIPT", "FLUSH");
      limiter.refund("key", 1);
      limiter.reset("key");

      assertThat(limiter.peek("key", 1).remaining()).isEqualTo(10);
    }
  }

  @Test
  void rightToTheKeysOfUsersAlone_isEnough(RedisServer redis) {
    allow(redis, RIGHTS, "~rl:{*");

    try (RedisLimiter limiter = limiter(redis, "app:secret", "").build()) {
      assertThat(limiter.check("key").remaining()).isEqualTo(9);
    }
  }

  @Test
  void rightToEval_isMissedThoughTheServerKnowsTheScript(RedisServer redis) {
    TestLimiters.of(redis, Limit.perDay(10)).close();
    allow(redis, RIGHTS.stream().filter(right -> !right.equals("+eval")).toList(), "~rl:*");
    RedisLimiterBuilder builder = limiter(redis, "app:secret", "");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("EVAL");
  }

  @Test
  void databaseThatDoesNotExist_isNamedAtTheStart(RedisServer redis) {
    allow(redis, List.of("+@all"), "~*");
    RedisLimiterBuilder builder = limiter(redis, "app:secret", "/99");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("DB index is out of range");
  }

  @ParameterizedTest
  @ValueSource(strings = {"+eval", "+evalsha", "+get", "+set", "+del", "+time"})
  void missingRight_isNamedAtTheStart(String missing, RedisServer redis) {
    allow(redis, RIGHTS.stream().filter(right -> !right.equals(missing)).toList(), "~rl:*");
    RedisLimiterBuilder builder = limiter(redis, "app:secret", "");
    String command = missing.substring(1);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching("(?is).*(no " + command + ":|'" + command + "').*");
  }

  @Test
  void keysOfAnotherPrefix_areNamedAtTheStart(RedisServer redis) {
    allow(redis, RIGHTS, "~shop:*");
    RedisLimiterBuilder builder = limiter(redis, "app:secret", "");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("on keys rl:*");
  }

  @Test
  void wrongPassword_isNamedAtTheStart(RedisServer redis) {
    allow(redis, RIGHTS, "~rl:*");
    RedisLimiterBuilder builder = limiter(redis, "app:wrong", "");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot be used: WRONGPASS");
  }

  @Test
  void missingPassword_isNamedAtTheStart(RedisServer redis) {
    redis.command("CONFIG", "SET", "requirepass", "secret");
    RedisLimiterBuilder builder = TestLimiters.builder(redis).limit(Limit.perDay(10));

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("NOAUTH");
  }

  @Test
  void passwordAndDatabaseOfTheUri_areUsed(RedisServer redis) {
    redis.command("CONFIG", "SET", "requirepass", "secret");

    try (RedisLimiter limiter = limiter(redis, ":secret", "/5").build()) {
      assertThat(limiter.check("key").remaining()).isEqualTo(9);
    }

    redis.command("SELECT", "5");
    assertThat(redis.command("EXISTS", "rl:{key}").asLong()).isEqualTo(1);
  }

  @Test
  void rightThatOnlyLogsLack_failsLogsAloneAndChargesNothing(RedisServer redis) {
    allow(redis, RIGHTS, "~rl:*");
    Heard heard = new Heard();
    Rules rules =
        key ->
            Rule.of(
                key.equals("log")
                    ? Limit.slidingLog(1_000, Duration.ofDays(1))
                    : Limit.of(1, Duration.ofDays(1)).withBurst(10));

    try (RedisLimiter limiter =
        limiter(redis, "app:secret", "").rules(rules).listener(heard).build()) {
      for (int i = 1; i <= 10; i++) {
        assertThatThrownBy(() -> limiter.check("log"))
            .isInstanceOfSatisfying(
                StoreException.class,
                error -> assertThat(error.charge()).isEqualTo(StoreException.Charge.NONE));
        assertThat(limiter.check("bucket").remaining()).isEqualTo(10 - i);
      }

      assertThat(heard.degradations()).isZero();
      redis.command("ACL", "SETUSER", "app", "+getrange", "+setrange", "+pexpire");
      assertThat(limiter.check("log", 600).remaining()).isEqualTo(400);
    }
  }

  @Test
  void rightThatAllScriptsNeed_isMissedByALimiterOfLogsAlone(RedisServer redis) {
    allow(redis, List.of("+@all"), "~rl:*");
    Heard heard = new Heard();

    try (RedisLimiter limiter =
        limiter(redis, "app:secret", "")
            .limit(Limit.slidingLog(1_000, Duration.ofDays(1)))
            .listener(heard)
            .build()) {
      limiter.check("log");
      redis.command("ACL", "SETUSER", "app", "-evalsha");

      Patience.until(
          "it is degraded",
          () -> {
            assertThatThrownBy(() -> limiter.check("log")).isInstanceOf(StoreException.class);
            return heard.degradations() == 1;
          });
      redis.command("ACL", "SETUSER", "app", "+evalsha");
      Patience.until("it has recovered", () -> heard.recoveries() == 1);

      assertThat(limiter.check("log").remaining()).isEqualTo(998);
    }
  }

  @Test
  void rightTakenAwayLater_isAFailureThatChargesNothingUntilItIsBack(RedisServer redis)
      throws InterruptedException {
    allow(redis, RIGHTS, "~rl:*");
    Heard heard = new Heard();

    try (RedisLimiter limiter = limiter(redis, "app:secret", "").listener(heard).build()) {
      redis.command("ACL", "SETUSER", "app", "-time");
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> limiter.check("key")).isInstanceOf(StoreException.class);
      }
      heard.awaitDegraded();
      redis.command("ACL", "SETUSER", "app", "+time");
      heard.awaitRecovered();

      assertThat(limiter.check("key").remaining()).isEqualTo(9);
      assertThat(heard.uncertain()).isZero();
    }
  }

  @Test
  void passwordChangedLater_isToldAsSuchUntilItIsRight(RedisServer redis)
      throws InterruptedException {
    allow(redis, RIGHTS, "~rl:*");
    Heard heard = new Heard();

    try (RedisLimiter limiter = limiter(redis, "app:secret", "").listener(heard).build()) {
      redis.command("ACL", "SETUSER", "app", "resetpass", ">other");
      redis.command("CLIENT", "KILL", "USER", "app");
      askUntilToldOf("WRONGPASS", limiter, heard);
      redis.command("ACL", "SETUSER", "app", ">secret");
      heard.awaitRecovered();

      assertThat(limiter.check("key").allowed()).isTrue();
      assertThat(toldOf("WRONGPASS", heard))
          .allSatisfy(error -> assertThat(error.charge()).isEqualTo(StoreException.Charge.NONE));
    }
  }

  @Test
  void passwordDemandedLater_isToldAsSuch(RedisServer redis) {
    Heard heard = new Heard();

    try (RedisLimiter limiter =
        TestLimiters.builder(redis).limit(Limit.perDay(10)).listener(heard).build()) {
      redis.command("CONFIG", "SET", "requirepass", "secret");
      redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

      askUntilToldOf("NOAUTH", limiter, heard);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the listener hears of failures
  private static void askUntilToldOf(String error, RedisLimiter limiter, Heard heard) {
    Patience.until(
        error + " is told",
        () -> {
          limiter.checkAsync("key");
          return !toldOf(error, heard).isEmpty();
        });
  }

  private static List<StoreException> toldOf(String error, Heard heard) {
    return heard.errors().stream().filter(told -> told.getMessage().contains(error)).toList();
  }

  @Test
  void singleServer_isRefusedAsACluster(RedisServer redis) {
    RedisLimiterBuilder builder =
        RedisLimiter.cluster(RedisURI.create(redis.uri())).limit(Limit.perDay(10));

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("cluster at " + redis.host() + ":" + redis.port())
        .hasMessageContaining(
            " cannot be used: it is a single server, for RedisLimiter.builder(uri): ")
        .hasMessageContaining("ERR This instance has cluster support disabled");
  }
}
