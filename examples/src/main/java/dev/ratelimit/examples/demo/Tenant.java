package dev.ratelimit.examples.demo;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.Rules;
import dev.ratelimit.TokenBucket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * A customer of the service, and what it has been answered.
 *
 * @param name who
 * @param plan what it pays for
 * @param limit what the plan allows
 * @param demand how many times the plan's rate it asks for
 * @param allowed requests that were served
 * @param denied requests that were told to come back later
 */
record Tenant(
    String name,
    String plan,
    TokenBucket limit,
    double demand,
    LongAdder allowed,
    LongAdder denied) {

  private static Tenant of(String name, String plan, TokenBucket limit, double demand) {
    return new Tenant(name, plan, limit, demand, new LongAdder(), new LongAdder());
  }

  /** Three plans; in each somebody who keeps to it and somebody who does not. */
  static List<Tenant> all() {
    TokenBucket free = Limit.perSecond(5).withBurst(10);
    TokenBucket team = Limit.perSecond(50).withBurst(100);
    TokenBucket firm = Limit.perSecond(300).withBurst(600);
    return List.of(
        of("ada", "free", free, 0.8),
        of("bob", "free", free, 6),
        of("cleo", "team", team, 0.9),
        of("dan", "team", team, 3),
        of("eve", "firm", firm, 0.7),
        of("finn", "firm", firm, 1.5));
  }

  /** {@return how many requests a second it sends} */
  double requestsPerSecond() {
    return demand * limit.permits() / limit.period().toSeconds();
  }

  /** {@return what the plans allow, in a line} */
  static String plans(List<Tenant> tenants) {
    return tenants.stream()
        .map(
            tenant ->
                "%s: %d a second, burst %d"
                    .formatted(tenant.plan, tenant.limit.permits(), tenant.limit.burst()))
        .distinct()
        .collect(Collectors.joining("; ", "plans: ", ""));
  }

  /** {@return the rule of each tenant, by its name} */
  static Rules rules(List<Tenant> tenants) {
    Map<String, Rule> rules =
        tenants.stream().collect(Collectors.toMap(Tenant::name, t -> Rule.of(t.plan(), t.limit())));
    Rule stranger = Rule.of("stranger", Limit.blocked());
    return key -> rules.getOrDefault(key, stranger);
  }
}
