package dev.ratelimit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Fallback;
import dev.ratelimit.Limit;
import dev.ratelimit.Membership;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.core.metrics.LimiterMetrics;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.testkit.redis.Patience;
import dev.ratelimit.testkit.redis.RedisServer;
import dev.ratelimit.testkit.redis.RedisTest;
import dev.ratelimit.testkit.redis.Sharing;
import io.lettuce.core.RedisURI;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Metrics of limiters over a real Redis. */
@RedisTest(Sharing.OWN)
class MetricsExamplesIT {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private final AtomicInteger logins = new AtomicInteger();

  private double counted(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  private double countedOfLogin(String outcome, String origin) {
    return registry
        .find("ratelimit.decisions")
        .tags("rule", "login", "plan", "none", "outcome", outcome, "origin", origin)
        .counters()
        .stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  @Test
  void limiterInAllItsLayers_isMeasuredAlsoWhileRedisIsAway(RedisServer server) {
    RedisURI uri = RedisURI.create(server.uri());
    Rule busy = Rule.of("busy", Limit.perSecond(100_000)).withTag("plan", "paid");
    Rule login = Rule.of("login", Limit.perDay(1));
    Rules rules = key -> key.startsWith("login") ? login : busy;

    LimiterMetrics metrics = LimiterMetrics.builder(registry, "orders").ruleTags("plan").build();

    RedisLimiter redis = RedisLimiter.builder(uri).rules(rules).listener(metrics).build();
    Membership members = redis.membership("orders", 6);
    TieredLimiter limiter =
        TieredLimiter.builder(redis).fallback(Fallback.local(members)).listener(metrics).build();

    metrics.watchInstances(members);
    metrics.watchLeases(limiter::permitsOnLease);

    Patience.until("the fleet is counted", () -> gauge("ratelimit.instances") == 1);
    Patience.until(
        "Redis has allowed and denied",
        () -> {
          limiter.check("login-" + logins.getAndIncrement() / 4);
          return countedOfLogin("allowed", "store") > 0
              && countedOfLogin("denied", "deny_line") > 0;
        });
    Patience.until(
        "the busy key is leased",
        () -> {
          limiter.check("busy");
          return gauge("ratelimit.lease.held") > 0;
        });

    assertThat(counted("ratelimit.lease.taken")).isPositive();
    assertThat(registry.get("ratelimit.store.calls").timer().count()).isPositive();
    assertThat(registry.get("ratelimit.checks").tag("origin", "store").timer().count())
        .isPositive();

    server.kill();
    Patience.until(
        "Redis is given up",
        () -> {
          limiter.check("login");
          return gauge("ratelimit.stores.degraded") == 1;
        });
    limiter.check("login");
    limiter.check("login");

    assertThat(countedOfLogin("denied", "fallback")).isPositive();
    assertThat(registry.get("ratelimit.checks").tag("origin", "fallback").timer().count())
        .isPositive();
    assertThat(counted("ratelimit.store.errors", "error", "not_asked")).isPositive();

    server.restart();
    Patience.until(
        "Redis is asked again",
        () ->
            counted("ratelimit.store.events", "event", "recovered") > 0
                && gauge("ratelimit.stores.degraded") == 0);
    assertThat(counted("ratelimit.store.events", "event", "degraded")).isPositive();
    assertThat(counted("ratelimit.store.events", "event", "probe")).isPositive();
    limiter.close();
  }
}
