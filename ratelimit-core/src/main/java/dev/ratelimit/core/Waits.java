package dev.ratelimit.core;

import dev.ratelimit.Cancellable;
import dev.ratelimit.Decision;
import dev.ratelimit.Reservation;
import dev.ratelimit.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/**
 * The callers of one limiter that hold a reservation and wait for its time.
 *
 * <p>Nobody waits with a timeout: a scheduled task ends each wait. Thread-safe.
 */
final class Waits {

  /*
   * A wait is in `pending` from before its task is scheduled until it ends. close() sets `closed`
   * first and then ends what is pending; begin() adds first and then looks at `closed`: so no wait
   * is missed by both.
   */
  private static final Logger LOG = System.getLogger(StoreLimiter.class.getName());

  /** A caller that blocks is woken directly. */
  private static final Completer HERE = new Completer(Runnable::run);

  private final TimeSource time;
  private final Completer completer;
  private final Set<Pending> pending = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Waits(TimeSource time, Executor executor) {
    this.time = time;
    this.completer = new Completer(executor);
  }

  /** Blocks until a reservation's wait is over; on interruption its permits go back. */
  void await(Reservation reservation) throws InterruptedException {
    if (reservation.waitTime().isZero()) {
      return;
    }
    Pending wait = begin(reservation, HERE);
    try {
      wait.done.get();
    } catch (InterruptedException e) {
      wait.abandon();
      throw e;
    } catch (ExecutionException e) {
      throw closedWhileWaiting();
    }
  }

  /** {@return the reservation's decision, once its wait is over} */
  CompletableFuture<Decision> awaitAsync(Reservation reservation) {
    return reservation.waitTime().isZero()
        ? CompletableFuture.completedFuture(reservation.decision())
        : begin(reservation, completer).done;
  }

  private Pending begin(Reservation reservation, Completer completer) {
    Pending wait = new Pending(reservation, completer);
    pending.add(wait);
    try {
      wait.schedule();
    } catch (RuntimeException | Error e) {
      wait.abandon();
      throw e;
    }
    if (closed) {
      wait.refuse();
      // close() can have ended the wait before its task was known.
      wait.task.cancel();
    }
    return wait;
  }

  void close() {
    closed = true;
    pending.forEach(Pending::refuse);
  }

  private static IllegalStateException closedWhileWaiting() {
    return new IllegalStateException("the limiter was closed while waiting");
  }

  private final class Pending {

    final CompletableFuture<Decision> done = new CompletableFuture<>();
    private final Reservation reservation;
    private final Completer completer;
    private volatile Cancellable task = () -> false;

    Pending(Reservation reservation, Completer completer) {
      this.reservation = reservation;
      this.completer = completer;
    }

    void schedule() {
      task = time.schedule(reservation.waitTime(), this::end);
    }

    private void end() {
      if (pending.remove(this)) {
        completer.run(() -> done.complete(reservation.decision()));
      }
    }

    /** The limiter is closed: the permits go back, unless the wait has ended. */
    void refuse() {
      if (pending.remove(this)) {
        task.cancel();
        giveBack();
        completer.run(() -> done.completeExceptionally(closedWhileWaiting()));
      }
    }

    /** The caller was interrupted: the permits go back, even if the wait has just ended. */
    void abandon() {
      pending.remove(this);
      task.cancel();
      giveBack();
    }

    /** A store that fails here keeps nobody waiting, nor anybody from being told. */
    private void giveBack() {
      try {
        reservation.cancel();
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "permits of a wait that was called off are lost", e);
      }
    }
  }
}
