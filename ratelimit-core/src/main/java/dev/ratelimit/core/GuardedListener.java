package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Keeps what a listener throws from those who tell it: the first is logged.
 *
 * <p>Thread-safe.
 */
public final class GuardedListener implements LimiterListener {

  private static final Logger LOG = System.getLogger(LimiterListener.class.getName());

  private final LimiterListener listener;
  private final AtomicBoolean logged = new AtomicBoolean();

  private GuardedListener(LimiterListener listener) {
    this.listener = listener;
  }

  /**
   * {@return a listener that throws nothing}
   *
   * @param listener what is told; may throw
   */
  public static LimiterListener of(LimiterListener listener) {
    Objects.requireNonNull(listener, "listener");
    return listener == LimiterListener.NONE ? listener : new GuardedListener(listener);
  }

  @Override
  public void onStoreCall(Duration took, int requests) {
    tell(it -> it.onStoreCall(took, requests));
  }

  @Override
  public void onStoreError(StoreException error) {
    tell(it -> it.onStoreError(error));
  }

  @Override
  public void onDegraded(String store) {
    tell(it -> it.onDegraded(store));
  }

  @Override
  public void onProbe(String store) {
    tell(it -> it.onProbe(store));
  }

  @Override
  public void onRecovered(String store) {
    tell(it -> it.onRecovered(store));
  }

  @Override
  public void onGone(String store) {
    tell(it -> it.onGone(store));
  }

  @Override
  public void onStateLoss(String store) {
    tell(it -> it.onStateLoss(store));
  }

  @Override
  public void onFallback(Decision decision) {
    tell(it -> it.onFallback(decision));
  }

  @Override
  public void onLateReply(int requests) {
    tell(it -> it.onLateReply(requests));
  }

  @Override
  public void onUncertainCharge(int requests) {
    tell(it -> it.onUncertainCharge(requests));
  }

  @Override
  public void onDroppedRefund(long permits) {
    tell(it -> it.onDroppedRefund(permits));
  }

  @Override
  public void onLostPosting(long permits) {
    tell(it -> it.onLostPosting(permits));
  }

  private void tell(Consumer<LimiterListener> event) {
    try {
      event.accept(listener);
    } catch (RuntimeException | Error e) {
      if (logged.compareAndSet(false, true)) {
        LOG.log(Level.WARNING, "a listener failed; its further failures are not logged", e);
      }
    }
  }
}
