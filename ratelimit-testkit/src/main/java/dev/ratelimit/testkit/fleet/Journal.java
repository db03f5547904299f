package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.Rule;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.testkit.SimulatedStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was admitted and when, and what one exact bucket would have admitted of the same checks. */
final class Journal {

  private final Plan plan;
  private final Timeline timeline;
  private final Server server;
  private final SortedMap<String, Rule> heldAgainst = new TreeMap<>();
  private final SimulatedStore exact = new SimulatedStore();
  private final List<Admission> admissions = new ArrayList<>();
  private long ideal;
  private @Nullable Throwable broken;

  Journal(Plan plan, Timeline timeline, Server server) {
    this.plan = plan;
    this.timeline = timeline;
    this.server = server;
  }

  void offered(Arrival arrival) {
    Rule rule = heldAgainst.computeIfAbsent(arrival.key(), key -> Rule.of(limit(key)));
    Decision decision = exact.check(arrival.key(), rule, arrival.cost(), timeline.micros());
    ideal += decision.allowed() ? arrival.cost() : 0;
  }

  private TokenBucket limit(String key) {
    return plan.heldAgainst().orElseGet(() -> bucket(key, plan.rules().ruleFor(key).limit()));
  }

  private static TokenBucket bucket(String key, Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return bucket;
    }
    throw new IllegalStateException(
        "limit of key \"" + key + "\" must be a token bucket, was " + limit);
  }

  void answered(Arrival arrival, Decision decision) {
    if (decision.allowed()) {
      admissions.add(
          new Admission(
              decidedAt(decision) - plan.startMicros(),
              arrival.instance(),
              arrival.key(),
              arrival.cost()));
    }
  }

  private long decidedAt(Decision decision) {
    if (decision.origin() != Origin.STORE) {
      return timeline.micros();
    }
    Instant shown = decision.resetAt().minus(decision.resetAfter());
    return server.trueMicros(ChronoUnit.MICROS.between(Instant.EPOCH, shown));
  }

  void broken(Throwable failure) {
    if (broken == null) {
      broken = failure;
    }
  }

  /** Throws what a limiter has thrown that no limiter may. */
  void surface() {
    if (broken != null) {
      throw new IllegalStateException("a check failed: " + broken, broken);
    }
  }

  List<Admission> admissions() {
    return admissions;
  }

  SortedMap<String, TokenBucket> limits() {
    SortedMap<String, TokenBucket> limits = new TreeMap<>();
    heldAgainst.forEach((key, rule) -> limits.put(key, (TokenBucket) rule.limit()));
    return limits;
  }

  long ideal() {
    return ideal;
  }
}
