package dev.ratelimit.redis.coalesce;

import dev.ratelimit.redis.call.Places;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Requests that can share a call, of which a few are in flight at a time; what arrives meanwhile
 * gathers, and goes as one call when one of them ends. Nothing waits for a timer.
 *
 * <p>Thread-safe.
 */
final class Lane {

  private static final int MOST_IN_FLIGHT = 2;
  private static final int MOST_REQUESTS = 64;

  /** What a lane leaves to others. */
  interface Traffic {

    /** {@return the places for calls to the master that a request is for now} */
    Places placesFor(Ask ask);

    /** Answers a request that has waited too long to be sent. {@return whether it has} */
    boolean isLate(Ask ask);

    /** Sends a batch, and says that it has {@link Lane#ended}. */
    void send(Batch batch, Lane lane, Places places);
  }

  /** What is sent next, and where it has a place. */
  private record Turn(List<Ask> asks, Places places) {}

  /*
   * Beside a call in flight a second one goes only if it carries half of all requests that have been
   * open at once lately. Sent for fewer, it would leave those that are about to come to a third: 64
   * callers would then share three calls by turns instead of two.
   */
  private static final int FORGETTING = 16;

  private final Traffic traffic;
  private final Runnable drain = this::drain;
  private final Queue<Ask> waiting = new ArrayDeque<>(); // guarded by this
  private int inFlight; // guarded by this
  private int requestsInFlight; // guarded by this
  private int peak; // guarded by this: of requests open at once lately

  Lane(Traffic traffic) {
    this.traffic = traffic;
  }

  void add(Ask ask) {
    synchronized (this) {
      waiting.add(ask);
    }
    drain();
  }

  /** {@return whether requests wait for a call to end} */
  synchronized boolean isWaitedFor() {
    return !waiting.isEmpty();
  }

  /** A call has ended: its place is free. */
  void ended(int requests, Places places) {
    leave(requests);
    places.release();
    drain();
  }

  private synchronized void forget(int late) {
    requestsInFlight -= late;
  }

  private synchronized void leave(int requests) {
    inFlight--;
    requestsInFlight -= requests;
    peak -= (peak + FORGETTING - 1) / FORGETTING;
  }

  /** Sends what there is a place for. */
  private void drain() {
    @Nullable Turn turn = next();
    while (turn != null) {
      List<Ask> asks = turn.asks();
      int taken = asks.size();
      asks.removeIf(traffic::isLate);
      if (asks.isEmpty()) {
        leave(taken);
        turn.places().release();
      } else {
        forget(taken - asks.size());
        traffic.send(Batch.of(asks), this, turn.places());
      }
      turn = next();
    }
  }

  private synchronized @Nullable Turn next() {
    if (!isWorthACall()) {
      return null;
    }
    Places places = traffic.placesFor(waiting.element());
    if (!places.take(drain)) {
      return null;
    }
    List<Ask> asks = new ArrayList<>();
    while (asks.size() < MOST_REQUESTS && !waiting.isEmpty()) {
      asks.add(waiting.remove());
    }
    inFlight++;
    requestsInFlight += asks.size();
    return new Turn(asks, places);
  }

  private boolean isWorthACall() {
    int gathered = waiting.size();
    peak = Math.max(peak, gathered + requestsInFlight);
    return inFlight == 0
        ? gathered > 0
        : inFlight < MOST_IN_FLIGHT && (gathered >= MOST_REQUESTS || 2 * gathered >= peak);
  }

  /** {@return all that waits, which waits no more} */
  synchronized List<Ask> clear() {
    List<Ask> left = List.copyOf(waiting);
    waiting.clear();
    return left;
  }
}
