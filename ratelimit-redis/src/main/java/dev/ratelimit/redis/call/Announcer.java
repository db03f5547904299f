package dev.ratelimit.redis.call;

import dev.ratelimit.LimiterListener;
import dev.ratelimit.StoreException;
import dev.ratelimit.TimeSource;
import dev.ratelimit.core.GuardedListener;
import dev.ratelimit.core.health.Breaker;
import dev.ratelimit.redis.driver.RedisError;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Tells a listener what happens to calls, and the log what happens to the store. Thread-safe. */
final class Announcer implements Breaker.Changes {

  /** Named after what applications know. */
  private static final Logger LOG = System.getLogger("dev.ratelimit.redis.RedisLimiter");

  private final LimiterListener listener;
  private final String store;
  private final Runnable onRecovery;
  private volatile String reason = "";

  Announcer(LimiterListener listener, String store, Runnable onRecovery) {
    this.onRecovery = onRecovery;
    this.listener = GuardedListener.of(listener);
    this.store = store;
  }

  /** {@return when a call is answered} Reads the clock only if somebody hears of it. */
  long instant(TimeSource time) {
    return listener == LimiterListener.NONE ? 0 : time.micros();
  }

  void answered(Call call, long atMicros) {
    if (listener != LimiterListener.NONE) {
      long micros = atMicros - call.startMicros();
      listener.onStoreCall(Duration.of(micros, ChronoUnit.MICROS), call.requests());
    }
  }

  void failed(StoreException error, int requests) {
    listener.onStoreError(error);
    if (error.charge() == StoreException.Charge.UNCERTAIN) {
      listener.onUncertainCharge(requests);
    }
  }

  /** Why the store is about to be given up. */
  void because(Throwable failure) {
    reason = RedisError.reason(failure);
  }

  /** A request was not sent. */
  void refused(StoreException error) {
    listener.onStoreError(error);
  }

  void dropped(long permits) {
    listener.onDroppedRefund(permits);
  }

  void probing() {
    listener.onProbe(store);
  }

  void late(int requests) {
    listener.onLateReply(requests);
  }

  @Override
  public void degraded() {
    LOG.log(Level.WARNING, "{0} is degraded: not asked until a probe succeeds; {1}", store, reason);
    listener.onDegraded(store);
  }

  @Override
  public void recovered() {
    LOG.log(Level.INFO, "{0} has recovered", store);
    listener.onRecovered(store);
    onRecovery.run();
  }

  @Override
  public void gone() {
    listener.onGone(store);
  }

  /** It was degraded, and is no master any more. */
  void replaced() {
    LOG.log(Level.INFO, "{0} is no master any more: others are asked instead", store);
  }
}
