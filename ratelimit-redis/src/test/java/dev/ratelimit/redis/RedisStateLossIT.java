package dev.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.StoreException;
import dev.ratelimit.testkit.redis.FaultProxy;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that is started anew, or that removes keys when its memory is full. */
@RedisTest(Sharing.OWN)
class RedisStateLossIT {

  private static final String RIGHTS = "~rl:* -@all +eval +evalsha +get +set +del +time";

  private final Warnings warnings = Warnings.heard();

  @AfterEach
  void listenNoMore() {
    warnings.close();
  }

  private static RedisLimiter limiter(String uri, Heard heard) {
    return RedisLimiter.builder(RedisURI.create(uri))
        .limit(Limit.perDay(10))
        .listener(heard)
        .build();
  }

  private static String name(RedisServer redis) {
    return redis.host() + ":" + redis.port();
  }

  /** Does something, and waits until a limiter has asked again what the server is. */
  private static void untilAskedAgain(RedisServer redis, Runnable change) {
    redis.command("CONFIG", "RESETSTAT");
    AtomicLong ownQuestions = new AtomicLong();
    change.run();
    Patience.until("it has asked again", () -> infoCalls(redis) > ownQuestions.getAndIncrement());
  }

  private static long infoCalls(RedisServer redis) {
    String figures = redis.info("commandstats").getOrDefault("cmdstat_info", "calls=0,");
    return Long.parseLong(figures.replaceAll("^calls=(\\d+),.*", "$1"));
  }

  @Test
  void serverThatIsRestarted_mayHaveLostItsState(RedisServer redis) throws InterruptedException {
    Heard heard = new Heard();
    try (RedisLimiter limiter = limiter(redis.uri().toString(), heard)) {
      limiter.check("key");

      for (int restarts = 1; restarts <= 2; restarts++) {
        redis.restart();
        heard.awaitLoss();

        assertThat(heard.losses()).hasSize(restarts).containsOnly(name(redis));
        assertThat(warnings.of(name(redis), "has been restarted")).hasSize(restarts);
      }
    }
  }

  @Test
  void lostConnection_isNoLossOfState(RedisServer redis) throws InterruptedException {
    Heard heard = new Heard();
    try (FaultProxy proxy = FaultProxy.to(redis);
        RedisLimiter limiter = limiter(proxy.uri().toString(), heard)) {
      limiter.check("key");
      untilAskedAgain(redis, proxy::cut);
      redis.restart();
      heard.awaitLoss();

      assertThat(heard.losses()).hasSize(1);
    }
  }

  @Test
  void connectionInPlaceOfAnother_hasTheServerAsked(RedisServer redis) {
    try (Rig rig = Rig.over(redis.uri())) {
      untilAskedAgain(redis, rig.link::refresh);

      assertThat(rig.heard.losses()).isEmpty();
    }
  }

  @Test
  void userWithoutTheRightToAsk_isToldNothingAndServed() {
    try (RedisServer redis =
        RedisServer.start(
            "user app on >secret " + RIGHTS, "maxmemory 100mb", "maxmemory-policy allkeys-lru")) {
      Heard heard = new Heard();
      String uri = "redis://app:secret@" + redis.host() + ":" + redis.port();
      try (RedisLimiter limiter = limiter(uri, heard)) {
        limiter.check("key");
        redis.restart();
        Patience.until("it has asked in vain", () -> isRefused(redis));
        Patience.until("it is served", () -> isServed(limiter));

        assertThat(heard.losses()).isEmpty();
        assertThat(warnings.of(name(redis), "has been restarted")).isEmpty();
        assertThat(warnings.of(name(redis), "maxmemory")).isEmpty();
      }
    }
  }

  private static boolean isRefused(RedisServer redis) {
    return redis.command("ACL", "LOG").asList().stream()
        .anyMatch(entry -> entry.toString().contains("info"));
  }

  private static boolean isServed(RedisLimiter limiter) {
    try {
      return limiter.check("key").allowed();
    } catch (StoreException e) {
      return false;
    }
  }

  @Test
  void policyThatRemovesKeys_isWarnedOfOnce(RedisServer redis) throws InterruptedException {
    redis.command("CONFIG", "SET", "maxmemory", "100mb");
    redis.command("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
    Heard heard = new Heard();
    try (FaultProxy proxy = FaultProxy.to(redis);
        RedisLimiter limiter = limiter(proxy.uri().toString(), heard)) {
      limiter.check("key");
      String store = proxy.host() + ":" + proxy.port();
      Patience.until("it has warned", () -> !warnings.of(store, "volatile-ttl").isEmpty());
      untilAskedAgain(redis, proxy::cut);
      redis.restart();
      heard.awaitLoss();

      assertThat(warnings.of(store, "maxmemory")).hasSize(1);
    }
  }
}
