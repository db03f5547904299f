package dev.ratelimit;

import java.time.Duration;

/**
 * Hears what a limiter decides, and what happens between it and its store. Override what is of
 * interest.
 *
 * <p>Called on the threads on which things happen, so it must be quick and must not block. What it
 * throws is logged once, is told to {@link #onListenerFailure}, and changes no decision. Must be
 * thread-safe.
 *
 * <p>Without a listener nothing is measured: no clock is read for one, and nothing is allocated.
 */
public interface LimiterListener {

  /** Hears nothing. */
  LimiterListener NONE = new LimiterListener() {};

  /**
   * A caller is about to be told a decision: on a check or a reservation, made in whatever form. Of
   * several keys that are checked together, the one decision that the caller is told. A look at a
   * key, a refund and a reset are none, nor is a request that ends with an exception.
   *
   * @param key whose permits
   * @param rule the rule the key is under
   * @param decision what was decided
   */
  default void onDecision(String key, Rule rule, Decision decision) {}

  /**
   * A check has waited for its answer: the store gave it, or a fallback in its place. Checks that
   * are answered in this process are not timed. One that waited for another's lease counts as such.
   *
   * @param decision the answer
   * @param took from when the limiter was asked, in whole microseconds
   */
  default void onStoreAnswer(Decision decision, Duration took) {}

  /**
   * The store answered a call.
   *
   * @param took from sending it to its answer
   * @param requests how many requests it carried, 1 if it was a probe or is made when the limiter
   *     is; 0 if it told only that this instance is there
   */
  default void onStoreCall(Duration took, int requests) {}

  /**
   * The store did not answer a call, or a request was not sent.
   *
   * @param error what the callers of that call, or of that request, are told
   */
  default void onStoreError(StoreException error) {}

  /**
   * The store has failed too often: it is not asked until a probe of it succeeds.
   *
   * @param store which, as host and port
   */
  default void onDegraded(String store) {}

  /**
   * The store is asked whether it is well: one call, which charges nothing.
   *
   * @param store which, as host and port
   */
  default void onProbe(String store) {}

  /**
   * A probe succeeded: the store is asked again.
   *
   * @param store which, as host and port
   */
  default void onRecovered(String store) {}

  /**
   * A store that was degraded is none any more: it is not probed, and will not be told to have
   * recovered. Another has taken the place of that master of a cluster, and is asked about its
   * keys; or the limiter is closed. The same store is heard of again only after it has become one
   * again.
   *
   * @param store which, as host and port
   */
  default void onGone(String store) {}

  /**
   * The store was restarted and may have lost its state: what keys had spent may count no more, and
   * each may spend its limit anew. A takeover by another server is none, and not every loss is
   * noticed.
   *
   * @param store which, as host and port
   */
  default void onStateLoss(String store) {}

  /**
   * A fallback answered for the store.
   *
   * @param decision what it answered
   */
  default void onFallback(Decision decision) {}

  /**
   * The store answered a call after its deadline, when its callers had been told otherwise.
   *
   * @param requests how many requests it carried
   */
  default void onLateReply(int requests) {}

  /**
   * Requests were sent and their answer is not known: each is charged once or not at all.
   *
   * @param requests how many
   */
  default void onUncertainCharge(int requests) {}

  /**
   * Permits could not be given back to the store. A layer over it may have taken them instead.
   *
   * @param permits how many
   */
  default void onDroppedRefund(long permits) {}

  /**
   * Permits that a fallback admitted were not charged to the store after its recovery, and never
   * will be, or it is not known whether they were.
   *
   * @param permits how many
   */
  default void onLostPosting(long permits) {}

  /**
   * Permits were taken from the store, to be spent in this process.
   *
   * @param key whose permits
   * @param permits how many, at least 1
   */
  default void onLeaseTaken(String key, long permits) {}

  /**
   * Leased permits that were not spent went back to the store, which has answered. It has them
   * again unless they came too late.
   *
   * @param key whose permits
   * @param permits how many, at least 1
   */
  default void onLeaseReturned(String key, long permits) {}

  /**
   * Leased permits were not spent in their term, or cannot be any more since the key's limit has
   * changed. After a term they still go back to the store, if there is time.
   *
   * @param key whose permits
   * @param permits how many, at least 1
   */
  default void onLeaseExpired(String key, long permits) {}

  /**
   * A key that owes something was found under another limit than the one that was counted under. Of
   * limits of one kind it keeps its fill level; under one of another kind it owes nothing any more.
   *
   * <p>An in-process limiter tells it of every such key, once a change. A limiter with leases tells
   * it of keys that it holds leases of or did lately. A store that instances share converts what it
   * has by itself and does not say so: there it is not told.
   *
   * @param key which
   * @param rule the rule that it is under now
   */
  default void onChangedLimit(String key, Rule rule) {}

  /**
   * A listener of the same limiter threw: this one or another.
   *
   * @param failure what it threw
   */
  default void onListenerFailure(Throwable failure) {}
}
