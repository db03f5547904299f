package dev.ratelimit.testkit.fleet;

import dev.ratelimit.Cancellable;
import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import dev.ratelimit.StoreException.Charge;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.store.Held;
import dev.ratelimit.core.store.Hold;
import dev.ratelimit.core.store.LeaseCall;
import dev.ratelimit.core.store.LeaseReply;
import dev.ratelimit.core.store.LeasingStore;
import dev.ratelimit.core.store.Taken;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * The shared store as one life of an instance sees it: requests and replies travel, and a request
 * that is not answered by its deadline has failed, whatever comes later.
 */
final class NetworkStore implements LeasingStore {

  private final Surroundings surroundings;
  private final Life life;
  private final TimeSource time;
  private final Count count;

  NetworkStore(Surroundings surroundings, Life life, TimeSource time, Count count) {
    this.surroundings = surroundings;
    this.life = life;
    this.time = time;
    this.count = count;
  }

  private <R> CompletableFuture<R> call(BiFunction<LeasingStore, Long, R> operation) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    Cancellable deadline =
        time.schedule(surroundings.deadline(), () -> answer.completeExceptionally(unanswered()));
    count.called();
    Network network = surroundings.network();
    network.request(
        () -> {
          R reply = surroundings.server().perform(operation);
          network.reply(() -> life.run(() -> arrive(reply, answer, deadline)));
        });
    return answer;
  }

  /** After its deadline a reply changes nothing. */
  private static <R> void arrive(R reply, CompletableFuture<R> answer, Cancellable deadline) {
    deadline.cancel();
    answer.complete(reply);
  }

  private StoreException unanswered() {
    return new StoreException(
        "no reply within " + surroundings.deadline(), null, Charge.UNCERTAIN, Duration.ZERO);
  }

  @Override
  public CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return call((store, micros) -> store.check(key, rule, cost, micros));
  }

  @Override
  public CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return call((store, micros) -> store.reserve(key, rule, hold, micros));
  }

  @Override
  public CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return call((store, micros) -> store.take(key, rule, want, micros));
  }

  @Override
  public CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return call((store, micros) -> store.refund(key, rule, permits, micros));
  }

  @Override
  public CompletableFuture<LeaseReply> leaseAsync(
      String key, Rule rule, LeaseCall call, long nowMicros) {
    return call((store, micros) -> store.lease(key, rule, call, micros));
  }

  /** Has no asynchronous form, so it takes no time, and no network can lose it. */
  @Override
  public Decision peek(String key, Rule rule, long cost, long nowMicros) {
    count.called();
    return surroundings.server().perform((store, micros) -> store.peek(key, rule, cost, micros));
  }

  /** Has no asynchronous form, so it takes no time, and no network can lose it. */
  @Override
  public Decision reset(String key, Rule rule, long nowMicros) {
    count.called();
    return surroundings.server().perform((store, micros) -> store.reset(key, rule, micros));
  }

  @Override
  public Decision check(String key, Rule rule, long cost, long nowMicros) {
    throw wouldWait("checkAsync");
  }

  @Override
  public Held reserve(String key, Rule rule, Hold hold, long nowMicros) {
    throw wouldWait("reserveAsync");
  }

  @Override
  public Taken take(String key, Rule rule, long want, long nowMicros) {
    throw wouldWait("takeAsync");
  }

  @Override
  public Decision refund(String key, Rule rule, long permits, long nowMicros) {
    throw wouldWait("refundAsync");
  }

  @Override
  public LeaseReply lease(String key, Rule rule, LeaseCall call, long nowMicros) {
    throw wouldWait("leaseAsync");
  }

  private static UnsupportedOperationException wouldWait(String asynchronous) {
    return new UnsupportedOperationException(
        "a simulated fleet has one thread, which cannot wait for a reply: use " + asynchronous);
  }

  @Override
  public void close() {}
}
