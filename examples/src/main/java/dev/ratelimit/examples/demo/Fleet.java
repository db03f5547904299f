package dev.ratelimit.examples.demo;

import dev.ratelimit.DeniedKey;
import dev.ratelimit.Fallback;
import dev.ratelimit.Rules;
import dev.ratelimit.local.tiered.TieredLimiter;
import dev.ratelimit.redis.RedisLimiter;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Instances of the service, each with a limiter of its own, that share a Redis. */
final class Fleet implements AutoCloseable {

  private static final int WARM_UP_ROUNDS = 50;

  /**
   * All of the demo runs on one machine, which is then busy: a miss is not to look like an outage.
   */
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final List<Instance> instances = new ArrayList<>();

  Fleet(URI redis, Mode mode, int count, List<Tenant> tenants, Events events) throws IOException {
    Rules rules = Tenant.rules(tenants);
    // Of its own: keys of an earlier run would count.
    String prefix = "demo:" + UUID.randomUUID() + ":";
    for (int i = 0; i < count; i++) {
      instances.add(
          Instance.start(
              RedisLimiter.builder(RedisURI.create(redis))
                  .rules(rules)
                  .prefix(prefix)
                  .deadline(PATIENCE),
              shared -> mode.set(TieredLimiter.builder(shared)).fallback(Fallback.local(count)),
              tenants,
              events));
    }
  }

  /**
   * Lets every instance ask a few times, which charges nothing: the first requests of a process are
   * slow, and would be taken for those of an outage.
   */
  void warmUp(List<Tenant> tenants) {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      instances.forEach(instance -> instance.warmUp(tenants));
    }
  }

  List<URI> uris() {
    return instances.stream().map(Instance::uri).toList();
  }

  /** {@return how often each key was denied in the last minute by all instances, about} */
  Map<String, Long> denied() {
    return instances.stream()
        .flatMap(instance -> instance.topDenied().stream())
        .collect(Collectors.groupingBy(DeniedKey::key, Collectors.summingLong(DeniedKey::denials)));
  }

  @Override
  public void close() {
    instances.forEach(Instance::close);
  }
}
