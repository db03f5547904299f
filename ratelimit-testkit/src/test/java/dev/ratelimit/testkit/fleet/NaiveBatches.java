package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Decision;
import dev.ratelimit.PermitLimiter;
import dev.ratelimit.Rule;
import dev.ratelimit.core.StoreBacked;
import dev.ratelimit.core.StoreLimiter;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.Store;
import dev.ratelimit.core.store.Taken;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Wrong on purpose, as limiters with simple batches are: takes batches of permits, which the bucket
 * then refills while they are held for as long as it pleases. Checks of cost 1 only.
 */
final class NaiveBatches implements Store {

  private final Store shared;
  private final long batch;
  private final Map<String, Long> inHand = new HashMap<>();
  private final Map<String, Rule> rules = new HashMap<>();
  private final List<CompletableFuture<?>> waiting = new ArrayList<>();

  private NaiveBatches(Store shared, long batch) {
    this.shared = shared;
    this.batch = batch;
  }

  static PermitLimiter limiter(StoreBacked backed, long batch) {
    Store store = new NaiveBatches(backed.store(), batch);
    return new StoreLimiter(store, backed.rules(), backed.timeSource(), Runnable::run);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    rules.put(key, rule);
    if (inHand.getOrDefault(key, 0L) > 0) {
      inHand.merge(key, -1L, Long::sum);
      return CompletableFuture.completedFuture(allowed(rule, nowMicros));
    }
    CompletableFuture<Decision> answer =
        shared
            .takeAsync(key, rule, batch, nowMicros)
            .thenApply(
                taken -> {
                  inHand.merge(key, Math.max(0, taken.granted() - 1), Long::sum);
                  return taken.decision();
                });
    waiting.add(answer);
    return answer;
  }

  private static Decision allowed(Rule rule, long nowMicros) {
    return Decision.allowed(rule.limit().mostPermits(), 0).toBuilder()
        .at(Instant.EPOCH.plus(nowMicros, ChronoUnit.MICROS))
        .build();
  }

  /** Tells whoever waits, and gives back what is in hand. */
  @Override
  public void close() {
    waiting.forEach(answer -> answer.completeExceptionally(new IllegalStateException("closed")));
    inHand.forEach(
        (key, permits) -> {
          var unused = shared.refundAsync(key, rules.get(key), permits, 0);
        });
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    return shared.check(key, rule, cost, nowMicros);
  }

  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    return shared.peek(key, rule, cost, nowMicros);
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    return shared.reserve(key, rule, hold, nowMicros);
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    return shared.take(key, rule, want, nowMicros);
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    return shared.refund(key, rule, permits, nowMicros);
  }

  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    return shared.reset(key, rule, nowMicros);
  }
}
