package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every event of the whole stack over a real Redis, told to a listener that throws at each, beside
 * one that does not.
 */
@RedisTest(Sharing.OWN)
class ListenerEventsIT {

  /** A slow machine is not to look like an outage, and an outage is not to take long. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final Set<String> heard = ConcurrentHashMap.newKeySet();
  private final Set<String> heardBeside = ConcurrentHashMap.newKeySet();
  private volatile Rule busy = Rule.of("busy", Limit.perSecond(100_000));
  private final Rule login = Rule.of("login", Limit.perDay(60));
  private RedisServer server;
  private TieredLimiter limiter;

  private static LimiterListener listener(Set<String> heard, Runnable then) {
    return (LimiterListener)
        Proxy.newProxyInstance(
            LimiterListener.class.getClassLoader(),
            new Class<?>[] {LimiterListener.class},
            (proxy, method, arguments) -> {
              heard.add(method.getName());
              then.run();
              return null;
            });
  }

  @BeforeEach
  void open(RedisServer redis) {
    server = redis;
    LimiterListener broken =
        listener(
            heard,
            () -> {
              throw new IllegalStateException("a listener of a test that fails");
            });
    LimiterListener beside = listener(heardBeside, () -> {});
    RedisLimiter shared =
        RedisLimiter.builder(RedisURI.create(redis.uri()))
            .rules(key -> key.startsWith("login") ? login : busy)
            .deadline(PATIENCE)
            .listener(broken)
            .listener(beside)
            .build();
    limiter =
        TieredLimiter.builder(shared)
            .fallback(Fallback.local(6))
            .listener(broken)
            .listener(beside)
            .build();
  }

  private void until(String event, Runnable meanwhile) {
    Patience.until(
        event + " is told",
        () -> {
          meanwhile.run();
          return heard.contains(event);
        });
  }

  @Test
  void everyEvent_isToldAndAListenerThatThrowsChangesNothing() {
    until("onLeaseTaken", () -> limiter.check("busy"));
    assertThat(limiter.check("login", 50).remaining()).isEqualTo(10);
    until("onLeaseReturned", () -> {});
    until("onLeaseTaken", () -> limiter.check("busy"));
    busy = Rule.of("busier", Limit.perSecond(200_000));
    until("onChangedLimit", () -> limiter.check("busy"));
    assertThat(limiter.check("login", 11).allowed()).isFalse();

    server.pause();
    until("onDegraded", () -> limiter.check("login", 61));
    limiter.refund("other", 1);
    server.resume();
    until("onRecovered", () -> {});
    until("onLateReply", () -> {});
    assertThat(limiter.peek("login", 0).remaining()).isEqualTo(10);

    server.kill();
    server.restart();
    until("onStateLoss", () -> limiter.check("other", 0));
    Patience.until("Redis answers again", () -> !limiter.check("others").degraded());
    heard.remove("onDegraded");
    server.kill();
    until("onDegraded", () -> limiter.check("others"));
    assertThat(limiter.check("login-2", 5).degraded())
        .isTrue(); // not sent: the share has it to post
    limiter.close();
    until("onLostPosting", () -> {});

    Set<String> all = ConcurrentHashMap.newKeySet();
    Arrays.stream(LimiterListener.class.getMethods()).map(Method::getName).forEach(all::add);
    assertThat(heard).isEqualTo(all);
    assertThat(heardBeside).isEqualTo(all);
  }
}
