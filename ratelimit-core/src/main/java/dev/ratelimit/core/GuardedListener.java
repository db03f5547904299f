package dev.ratelimit.core;

import dev.ratelimit.Decision;
import dev.ratelimit.LimiterListener;
import dev.ratelimit.Rule;
import dev.ratelimit.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells several listeners, and keeps what they throw from those who tell them, and from each other.
 * The first that each throws is logged; all are told {@link LimiterListener#onListenerFailure}.
 *
 * <p>Checked exceptions are kept too: other languages than Java throw them undeclared.
 *
 * <p>Thread-safe.
 */
public final class GuardedListener implements LimiterListener {

  private static final Logger LOG = System.getLogger(LimiterListener.class.getName());

  private final Guarded[] listeners;

  private GuardedListener(Guarded[] listeners) {
    this.listeners = listeners;
  }

  /**
   * {@return a listener that throws nothing; {@link LimiterListener#NONE} if there is nobody to
   * tell}
   *
   * @param listeners what is told, in this order; may throw
   */
  public static LimiterListener ofAll(List<LimiterListener> listeners) {
    Guarded[] told =
        listeners.stream()
            .filter(listener -> listener != LimiterListener.NONE)
            .map(Guarded::new)
            .toArray(Guarded[]::new);
    return told.length == 0 ? LimiterListener.NONE : new GuardedListener(told);
  }

  /**
   * {@return a listener that throws nothing; the same if it is guarded already}
   *
   * @param listener what is told; may throw
   */
  public static LimiterListener of(LimiterListener listener) {
    Objects.requireNonNull(listener, "listener");
    return listener instanceof GuardedListener ? listener : ofAll(List.of(listener));
  }

  /** Spelled out, since it is told of every check: nothing is allocated here. */
  @Override
  public void onDecision(String key, Rule rule, Decision decision) {
    for (Guarded each : listeners) {
      try {
        each.listener.onDecision(key, rule, decision);
      } catch (Throwable e) {
        failed(each, e);
      }
    }
  }

  @Override
  public void onStoreAnswer(Decision decision, Duration took) {
    tell(it -> it.onStoreAnswer(decision, took));
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

  @Override
  public void onLeaseTaken(String key, long permits) {
    tell(it -> it.onLeaseTaken(key, permits));
  }

  @Override
  public void onLeaseReturned(String key, long permits) {
    tell(it -> it.onLeaseReturned(key, permits));
  }

  @Override
  public void onLeaseExpired(String key, long permits) {
    tell(it -> it.onLeaseExpired(key, permits));
  }

  @Override
  public void onChangedLimit(String key, Rule rule) {
    tell(it -> it.onChangedLimit(key, rule));
  }

  /** What a listener throws at the news of a failure is logged at most, lest it go on for ever. */
  @Override
  public void onListenerFailure(Throwable failure) {
    for (Guarded each : listeners) {
      try {
        each.listener.onListenerFailure(failure);
      } catch (Throwable e) {
        each.log(e);
      }
    }
  }

  private void tell(Consumer<LimiterListener> event) {
    for (Guarded each : listeners) {
      try {
        event.accept(each.listener);
      } catch (Throwable e) {
        failed(each, e);
      }
    }
  }

  private void failed(Guarded listener, Throwable failure) {
    listener.log(failure);
    onListenerFailure(failure);
  }

  private static final class Guarded {

    private final LimiterListener listener;
    private final AtomicBoolean logged = new AtomicBoolean();

    Guarded(LimiterListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
    }

    void log(Throwable failure) {
      if (logged.compareAndSet(false, true)) {
        LOG.log(Level.WARNING, "a listener failed; its further failures are not logged", failure);
      }
    }
  }
}
