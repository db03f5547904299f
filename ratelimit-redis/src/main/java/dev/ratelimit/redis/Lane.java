package dev.ratelimit.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Requests for one script, of which a few calls are in flight at a time; what arrives meanwhile
 * gathers, and goes as one call when one of them ends. Nothing waits for a timer.
 *
 * <p>Thread-safe.
 */
final class Lane {

  private static final int MOST_IN_FLIGHT = 2;
  private static final int MOST_REQUESTS = 64;

  private final BiConsumer<Lane, Batch> sender;
  private final Predicate<Ask> refuser;
  private final Queue<Ask> waiting = new ArrayDeque<>(); // guarded by this
  private int inFlight; // guarded by this

  /**
   * Makes a lane.
   *
   * @param sender sends a batch, and says {@link #ended} when its call has
   * @param refuser answers a request that has waited too long to be sent; whether it has
   */
  Lane(BiConsumer<Lane, Batch> sender, Predicate<Ask> refuser) {
    this.sender = sender;
    this.refuser = refuser;
  }

  void add(Ask ask) {
    synchronized (this) {
      waiting.add(ask);
    }
    drain();
  }

  /** A call has ended: its place is free. */
  void ended() {
    synchronized (this) {
      inFlight--;
    }
    drain();
  }

  private void drain() {
    List<Ask> asks = next();
    while (!asks.isEmpty()) {
      asks.removeIf(refuser);
      if (asks.isEmpty()) {
        synchronized (this) {
          inFlight--;
        }
      } else {
        sender.accept(this, Batch.of(asks));
      }
      asks = next();
    }
  }

  /** {@return what is sent next, for which a place is taken; nothing if there is no place} */
  private synchronized List<Ask> next() {
    List<Ask> asks = new ArrayList<>();
    if (inFlight < MOST_IN_FLIGHT && !waiting.isEmpty()) {
      inFlight++;
      while (asks.size() < MOST_REQUESTS && !waiting.isEmpty()) {
        asks.add(waiting.remove());
      }
    }
    return asks;
  }

  /** {@return all that waits, which waits no more} */
  synchronized List<Ask> clear() {
    List<Ask> left = List.copyOf(waiting);
    waiting.clear();
    return left;
  }
}
