package dev.ratelimit.core.store;

import dev.ratelimit.Decision;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps what keys have spent, and decides atomically. A layer that answers for a store is itself a
 * store.
 *
 * <p>A caller hands in the instant at which it read the clock, in microseconds since the epoch; a
 * store with a clock of its own decides by that one. Amounts are at least 0, and rules are never
 * {@code unlimited} or {@code blocked}: those touch no store.
 *
 * <p>The asynchronous forms default to the synchronous ones, for stores that never block; a store
 * that does I/O overrides them.
 *
 * <p>Thread-safe.
 */
public interface Store extends AutoCloseable {

  /** Answers checks about which a store is not asked. Thread-safe. */
  @FunctionalInterface
  interface Instead {

    /**
     * {@return the decision}
     *
     * @param key whose permits
     * @param rule the rule the key is under
     * @param cost permits, at least 0
     * @param nowMicros the caller's instant
     * @param refusal why the store is not asked
     */
    Decision check(String key, Rule rule, long cost, long nowMicros, StoreException refusal);
  }

  /**
   * Spends {@code cost} permits, all or none.
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param cost permits, at least 0; 0 changes nothing
   * @param nowMicros the caller's instant
   * @return the decision
   * @throws IllegalArgumentException if this store does not know the rule's kind of limit
   */
  Decision check(String key, Rule rule, long cost, long nowMicros);

  /**
   * {@return why nothing about a key is asked now; empty if it is asked, as by default} Whoever is
   * told a reason does not ask: the store counts a request that it has refused.
   *
   * @param key whose permits
   */
  default Optional<StoreException> refusal(String key) {
    return Optional.empty();
  }

  /**
   * {@return what {@link #check(String, Rule, long, long)} answers, or somebody else if the store
   * is known not to} While a store is away each check would end by an exception, whose way through
   * the layers takes longer than all the rest. The store may still fail when it is asked.
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param cost permits, at least 0
   * @param nowMicros the caller's instant
   * @param instead answers what is not asked
   */
  default Decision check(String key, Rule rule, long cost, long nowMicros, Instead instead) {
    Optional<StoreException> refusal = refusal(key);
    return refusal.isEmpty()
        ? check(key, rule, cost, nowMicros)
        : instead.check(key, rule, cost, nowMicros, refusal.get());
  }

  /**
   * {@return what {@link #check(String, Rule, long, long)} would answer, charging nothing}
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param cost permits, at least 0
   * @param nowMicros the caller's instant
   */
  Decision peek(String key, Rule rule, long cost, long nowMicros);

  /**
   * Takes permits now, to be used after a wait.
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param hold how many, and the longest acceptable wait
   * @param nowMicros the caller's instant
   * @return granted with its wait, or refused
   * @throws IllegalArgumentException if the limit cannot be reserved that far ahead
   */
  Held reserve(String key, Rule rule, Hold hold, long nowMicros);

  /**
   * Takes as many of {@code want} permits as are there.
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param want how many, at least 0
   * @param nowMicros the caller's instant
   * @return how many were taken
   */
  Taken take(String key, Rule rule, long want, long nowMicros);

  /**
   * Gives permits back, never beyond full.
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param permits how many, at least 0
   * @param nowMicros the caller's instant
   * @return the key's state afterwards, as an allowed decision
   */
  Decision refund(String key, Rule rule, long permits, long nowMicros);

  /**
   * Gives back what a reservation took. By default a {@link #refund}; a layer that grants for a
   * store takes back what it granted itself.
   *
   * @param key whose permits
   * @param rule the rule the permits were taken under
   * @param granted what was taken
   * @param nowMicros the caller's instant
   * @return the key's state afterwards, as an allowed decision
   */
  default Decision cancel(String key, Rule rule, Granted granted, long nowMicros) {
    return refund(key, rule, granted.permits(), nowMicros);
  }

  /**
   * Spends what is demanded of several keys in one step, all or none, if the store can do that.
   *
   * @param demands at least 1, of different keys
   * @param nowMicros the caller's instant
   * @return the decision on each, in order: all allowed and charged, or none charged and at least
   *     one denied. Empty, and nothing charged, if the store cannot decide these in one step: by
   *     default always
   */
  default Optional<List<Decision>> checkTogether(List<Demand> demands, long nowMicros) {
    return Optional.empty();
  }

  /**
   * Forgets what the key has spent.
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param nowMicros the caller's instant
   * @return the key's state afterwards, as an allowed decision
   */
  Decision reset(String key, Rule rule, long nowMicros);

  /**
   * {@return {@link #check(String, Rule, long, long)}, without blocking}
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param cost permits, at least 0
   * @param nowMicros the caller's instant
   */
  default CompletableFuture<Decision> checkAsync(String key, Rule rule, long cost, long nowMicros) {
    return CompletableFuture.completedFuture(check(key, rule, cost, nowMicros));
  }

  /**
   * {@return {@link #reserve}, without blocking}
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param hold how many, and the longest acceptable wait
   * @param nowMicros the caller's instant
   */
  default CompletableFuture<Held> reserveAsync(String key, Rule rule, Hold hold, long nowMicros) {
    return CompletableFuture.completedFuture(reserve(key, rule, hold, nowMicros));
  }

  /**
   * {@return {@link #take}, without blocking}
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param want how many, at least 0
   * @param nowMicros the caller's instant
   */
  default CompletableFuture<Taken> takeAsync(String key, Rule rule, long want, long nowMicros) {
    return CompletableFuture.completedFuture(take(key, rule, want, nowMicros));
  }

  /**
   * {@return {@link #refund}, without blocking}
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param permits how many, at least 0
   * @param nowMicros the caller's instant
   */
  default CompletableFuture<Decision> refundAsync(
      String key, Rule rule, long permits, long nowMicros) {
    return CompletableFuture.completedFuture(refund(key, rule, permits, nowMicros));
  }

  /** Releases what the store holds. Closing twice is closing once. */
  @Override
  void close();
}
