package dev.ratelimit.examples.demo;

import dev.ratelimit.DeniedKey;
import dev.ratelimit.Membership;
import dev.ratelimit.core.metrics.LimiterMetrics;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.local.tiered.TieredLimiterBuilder;
import dev.ratelimit.redis.RedisLimiter;
import dev.ratelimit.redis.RedisLimiterBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.Function;

/** One instance of the service, with a limiter and metrics of its own. */
final class Instance implements AutoCloseable {

  private static final int WATCHED_KEYS = 20;

  private final TieredLimiter limiter;
  private final Service service;

  private Instance(TieredLimiter limiter, Service service) {
    this.limiter = limiter;
    this.service = service;
  }

  /**
   * Starts one.
   *
   * @param redis what the instances share
   * @param over puts a limiter over that
   * @param tenants whom it serves
   * @param events hears of everything
   */
  static Instance start(
      RedisLimiterBuilder redis,
      Function<RedisLimiter, TieredLimiterBuilder> over,
      List<Tenant> tenants,
      Events events)
      throws IOException {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    LimiterMetrics metrics = LimiterMetrics.builder(registry, "demo").percentileHistogram().build();
    RedisLimiter shared = redis.listener(events).listener(metrics).build();
    Membership members = shared.membership("demo", 1);
    TieredLimiter limiter =
        over.apply(shared).listener(events).listener(metrics).watchDenials(WATCHED_KEYS).build();
    metrics.watchInstances(members);
    metrics.watchLeases(limiter::permitsOnLease);
    return new Instance(limiter, new Service(limiter, tenants, events.checks(), registry));
  }

  URI uri() {
    return service.uri();
  }

  /** Asks once for each tenant, which charges nothing. */
  void warmUp(List<Tenant> tenants) {
    tenants.forEach(tenant -> limiter.peek(tenant.name(), 1));
  }

  /** {@return the keys that this instance has denied most in the last minute} */
  List<DeniedKey> topDenied() {
    return limiter.topDenied(WATCHED_KEYS);
  }

  @Override
  public void close() {
    service.close();
    limiter.close();
  }
}
