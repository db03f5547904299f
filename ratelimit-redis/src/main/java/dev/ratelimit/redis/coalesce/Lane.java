package dev.ratelimit.redis.coalesce;

import dev.ratelimit.redis.call.Flat;
import dev.ratelimit.redis.call.Places;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests that can share a call, of which a few are in flight at a time; what arrives meanwhile
 * gathers, and goes as one call when one of them ends. Nothing waits for a timer.
 *
 * <p>Thread-safe.
 */
final class Lane {

  private static final int MOST_IN_FLIGHT = 2;

  /** What a lane leaves to others. */
  interface Traffic {

    /** {@return the places for calls to the master that a request is for now} */
    Places placesFor(Ask ask);

    /** {@return what is left without requests that have waited too long to be sent} */
    Batch withoutLate(Batch batch);

    /** The lane {@link Lane#isToBeWatched}. */
    void watch();

    /** Sends a batch, and says that it has {@link Lane#ended}. */
    void send(Batch batch, Lane lane, Places places);
  }

  /** What is sent next, and where it has a place. */
  private record Turn(Batch batch, Places places) {}

  /*
   * Beside a call in flight a second one goes only if it carries half of all requests that have been
   * open at once lately. Sent for fewer, it would leave those that are about to come to a third: 64
   * callers would then share three calls by turns instead of two.
   */
  private static final int FORGETTING = 16;

  private final Traffic traffic;
  private final Runnable drain = this::drain;
  private final Deque<Batch> waiting = new ArrayDeque<>(); // guarded by this; all but the last full
  private int gathered; // guarded by this: requests in what waits
  private int inFlight; // guarded by this
  private int requestsInFlight; // guarded by this
  private int peak; // guarded by this: of requests open at once lately
  private volatile boolean watched; // written under this

  Lane(Traffic traffic) {
    this.traffic = traffic;
  }

  /**
   * Sends a request, or has it wait.
   *
   * @param wasHeldUp whether calls in flight may have come later than it
   */
  void add(Ask ask, boolean wasHeldUp) {
    @Nullable Turn turn;
    synchronized (this) {
      gather(ask);
      if (wasHeldUp) {
        watched = true;
      }
      turn = next();
    }
    if (turn != null) {
      take(turn);
      drain();
    } else if (watched) {
      traffic.watch();
    }
  }

  private synchronized void gather(Ask ask) {
    @Nullable Batch last = waiting.peekLast();
    if (last == null || last.isFull()) {
      last = new Batch();
      waiting.add(last);
    }
    last.add(ask);
    gathered++;
  }

  /** {@return whether requests wait for a call to end} */
  synchronized boolean isWaitedFor() {
    return !waiting.isEmpty();
  }

  /** A call has ended: its place is free. */
  void ended(int requests, Places places) {
    leave(requests);
    places.release();
    Flat.run(drain);
  }

  private void forget(int late) {
    if (late > 0) {
      synchronized (this) {
        requestsInFlight -= late;
      }
    }
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
      take(turn);
      turn = next();
    }
    if (watched) {
      traffic.watch();
    }
  }

  private void take(Turn turn) {
    int taken = turn.batch().size();
    Batch batch = traffic.withoutLate(turn.batch());
    if (batch.size() == 0) {
      leave(taken);
      turn.places().release();
    } else {
      forget(taken - batch.size());
      traffic.send(batch, this, turn.places());
    }
  }

  private synchronized @Nullable Turn next() {
    if (!isWorthACall()) {
      return null;
    }
    Places places = traffic.placesFor(waiting.element().first());
    if (!places.take(drain)) {
      watched = true;
      return null;
    }
    Batch batch = waiting.remove();
    gathered -= batch.size();
    if (gathered == 0) {
      watched = false;
    }
    inFlight++;
    requestsInFlight += batch.size();
    return new Turn(batch, places);
  }

  private boolean isWorthACall() {
    peak = Math.max(peak, gathered + requestsInFlight);
    return inFlight == 0
        ? gathered > 0
        : inFlight < MOST_IN_FLIGHT
            && (2 * gathered >= peak || (gathered > 0 && waiting.element().isFull()));
  }

  /**
   * {@return whether requests wait for calls to end that may have been asked for after they came}
   * Those of other lanes, while this one has no place; or of this one, where a request was held up
   * on its way.
   */
  boolean isToBeWatched() {
    return watched;
  }

  /** {@return what waits and is late, which waits no more} */
  synchronized List<Ask> clear(Predicate<Ask> late) {
    boolean wasWatched = watched;
    List<Ask> left = new ArrayList<>();
    for (Ask ask : clear()) {
      if (late.test(ask)) {
        left.add(ask);
      } else {
        gather(ask);
      }
    }
    watched = wasWatched && gathered > 0;
    return left;
  }

  /** {@return all that waits, which waits no more} */
  synchronized List<Ask> clear() {
    List<Ask> left = waiting.stream().flatMap(batch -> batch.asks().stream()).toList();
    waiting.clear();
    gathered = 0;
    watched = false;
    return left;
  }
}
