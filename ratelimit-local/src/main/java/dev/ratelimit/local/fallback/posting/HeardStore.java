package dev.ratelimit.local.fallback.posting;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Demand;
import dev.ratelimit.core.store.Granted;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import dev.ratelimit.local.StoreAnswer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The shared store, of which what it says of keys is remembered: below the leases, so that what is
 * spent from the hand costs nothing here.
 *
 * <p>Thread-safe.
 */
public final class HeardStore implements LeasingStore {

  private final Store store;
  private final LastAnswers answers;
  private final Postings postings;
  private final TimeSource time;

  public HeardStore(Store store, LastAnswers answers, Postings postings, TimeSource time) {
    this.store = store;
    this.answers = answers;
    this.postings = postings;
    this.time = time;
  }

  private Decision heard(String key, Rule rule, Decision decision) {
    answers.heard(key, new StoreAnswer(rule.limit(), decision, time.micros()));
    postings.storeAnswered();
    return decision;
  }

  private Held heard(String key, Rule rule, Held held) {
    heard(key, rule, held.decision());
    return held;
  }

  private Taken heard(String key, Rule rule, Taken taken) {
    heard(key, rule, taken.decision());
    return taken;
  }

  private LeaseReply heard(String key, Rule rule, LeaseReply reply) {
    heard(key, rule, reply.afterwards());
    return reply;
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return heard(key, rule, store.check(key, rule, cost, nowMicros));
  }

  @Override
  public Optional<StoreException> refusal(String key) {
    return store.refusal(key);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return store
        .checkAsync(key, rule, cost, nowMicros)
        .thenApply(decision -> heard(key, rule, decision));
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return heard(key, rule, store.peek(key, rule, cost, nowMicros));
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return heard(key, rule, store.reserve(key, rule, hold, nowMicros));
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return store.reserveAsync(key, rule, hold, nowMicros).thenApply(held -> heard(key, rule, held));
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return heard(key, rule, store.take(key, rule, want, nowMicros));
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return store.takeAsync(key, rule, want, nowMicros).thenApply(taken -> heard(key, rule, taken));
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return heard(key, rule, store.refund(key, rule, permits, nowMicros));
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return store
        .refundAsync(key, rule, permits, nowMicros)
        .thenApply(decision -> heard(key, rule, decision));
  }

  @Override
  public Decision cancel(String key, Rule rule, Granted granted, long nowMicros) {
    return heard(key, rule, store.cancel(key, rule, granted, nowMicros));
  }

  @Override
  public Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    Optional<List<Decision>> decisions = store.checkTogether(demands, nowMicros);
    decisions.ifPresent(
        each -> {
          for (int i = 0; i < each.size(); i++) {
            heard(demands.get(i).key(), demands.get(i).rule(), each.get(i));
          }
        });
    return decisions;
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return heard(key, rule, store.reset(key, rule, nowMicros));
  }

  @Override
  public LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    return heard(key, rule, granting().lease(key, rule, call, nowMicros));
  }

  @Override
  public CompletableFuture<LeaseReply> leaseAsync(
      String key, Rule rule, LeaseCall call, long nowMicros) {
    return granting()
        .leaseAsync(key, rule, call, nowMicros)
        .thenApply(reply -> heard(key, rule, reply));
  }

  /** Nobody asks for a lease who has not found a store that grants them. */
  private LeasingStore granting() {
    return (LeasingStore) store;
  }

  @Override
  public void close() {
    store.close();
  }
}
