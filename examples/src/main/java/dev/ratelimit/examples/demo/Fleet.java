package dev.ratelimit.examples.demo;

import dev.ratelimit.Fallback;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rules;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Instances of the service, each with a limiter of its own, that share a Redis. */
final class Fleet implements AutoCloseable {

  private static final int WARM_UP_ROUNDS = 50;

  /**
   * All of the demo runs on one machine, which is then busy: a miss is not to look like an outage.
   */
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final List<PermitLimiter> limiters = new ArrayList<>();
  private final List<Service> services = new ArrayList<>();

  Fleet(URI redis, Mode mode, int instances, List<Tenant> tenants, Events events)
      throws IOException {
    Rules rules = Tenant.rules(tenants);
    // Of its own: keys of an earlier run would count.
    String prefix = "demo:" + UUID.randomUUID() + ":";
    for (int i = 0; i < instances; i++) {
      RedisLimiter shared =
          RedisLimiter.builder(RedisURI.create(redis))
              .rules(rules)
              .prefix(prefix)
              .deadline(PATIENCE)
              .listener(events)
              .build();
      PermitLimiter limiter =
          mode.set(TieredLimiter.builder(shared))
              .fallback(Fallback.local(instances))
              .listener(events)
              .build();
      limiters.add(limiter);
      services.add(new Service(limiter, tenants, events.checks()));
    }
  }

  /**
   * Lets every instance ask a few times, which charges nothing: the first requests of a process are
   * slow, and would be taken for those of an outage.
   */
  void warmUp(List<Tenant> tenants) {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      for (PermitLimiter limiter : limiters) {
        tenants.forEach(tenant -> limiter.peek(tenant.name(), 1));
      }
    }
  }

  List<URI> uris() {
    return services.stream().map(Service::uri).toList();
  }

  @Override
  public void close() {
    services.forEach(Service::close);
    limiters.forEach(PermitLimiter::close);
  }
}
