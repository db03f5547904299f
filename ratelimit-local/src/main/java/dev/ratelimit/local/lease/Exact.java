package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.Rule;
import dev.ratelimit.TimeSource;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.core.Remembered;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Asks the store about keys that are not leased, once a check, and remembers what it denied.
 *
 * <p>Thread-safe.
 */
final class Exact {

  private final LeasingStore store;
  private final TimeSource time;
  private final Entries entries;
  private final Remembered<Rule, LeaseTerms> terms;

  Exact(LeasingStore store, TimeSource time, Remembered<Rule, LeaseTerms> terms, Entries entries) {
    this.terms = terms;
    this.store = store;
    this.time = time;
    this.entries = entries;
  }

  Decision check(String key, Rule rule, long cost, long nowMicros) {
    return isOfABucket(rule, cost)
        ? heard(key, rule, cost, nowMicros, store.lease(key, rule, call(cost), nowMicros))
        : heard(key, rule, cost, nowMicros, store.check(key, rule, cost, nowMicros));
  }

  CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return isOfABucket(rule, cost)
        ? store
            .leaseAsync(key, rule, call(cost), nowMicros)
            .thenApply(reply -> heard(key, rule, cost, nowMicros, reply))
        : store
            .checkAsync(key, rule, cost, nowMicros)
            .thenApply(decision -> heard(key, rule, cost, nowMicros, decision));
  }

  /** A lease call without a lease tells the debt besides. */
  private static LeaseCall call(long cost) {
    return new LeaseCall(List.of(), List.of(), cost, 0);
  }

  private static boolean isOfABucket(Rule rule, long cost) {
    return rule.limit() instanceof TokenBucket bucket && cost > 0 && cost <= bucket.burst();
  }

  /** Where something was denied before, an allowed check too says what is owed since. */
  private Decision heard(String key, Rule rule, long cost, long sentMicros, LeaseReply reply) {
    if (!reply.check().allowed() || entries.of(key) instanceof Denied) {
      long now = time.micros();
      entries.remember(
          key,
          sentMicros,
          Denied.by(
              rule,
              BucketLine.of(terms.of(rule), cost, sentMicros, reply, now),
              reply.check(),
              now));
    }
    return reply.check();
  }

  private Decision heard(String key, Rule rule, long cost, long sentMicros, Decision decision) {
    if (decision.outcome() == Outcome.DENIED) {
      long now = time.micros();
      long retry = now + TimeUnit.MICROSECONDS.convert(decision.retryAfter());
      DenyLine line = new CostLine(cost, decision.remaining(), sentMicros, retry);
      entries.remember(key, sentMicros, Denied.by(rule, line, decision, now));
    } else if (decision.allowed() && cost > 0) {
      entries.charged(key);
    }
    return decision;
  }
}
