package dev.ratelimit;

import java.time.Duration;

/**
 * Hears what happens between a limiter and its store. Override what is of interest.
 *
 * <p>Called on the threads on which things happen, so it must be quick and must not block. What it
 * throws is logged once and changes no decision. Must be thread-safe.
 */
public interface LimiterListener {

  /** Hears nothing. */
  LimiterListener NONE = new LimiterListener() {};

  /**
   * The store answered a call.
   *
   * @param took from sending it to its answer
   * @param requests how many requests it carried; 0 if it told only that this instance is there
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
   * A store that was degraded is none any more, such as a master of a cluster that another has
   * taken the place of: it is not probed, and will not be told to have recovered. Its keys are
   * asked of others. The same store is heard of again only after it has become one again.
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
}
