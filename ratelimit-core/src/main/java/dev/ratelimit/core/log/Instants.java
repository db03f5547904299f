package dev.ratelimit.core.log;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Room for instants, that the states of one key share: each reads a stretch of it, which never
 * changes. A state that follows another adds behind what that one reads; if somebody else has done
 * so before, it has to copy.
 *
 * <p>Thread-safe: who adds has claimed the places, and nobody reads them before there is a state of
 * them.
 */
final class Instants {

  private final long[] places;
  private final AtomicInteger used;

  /** Has some instants, and whatever room is left behind them. */
  Instants(long[] places, int used) {
    this.places = places;
    this.used = new AtomicInteger(used);
  }

  int room() {
    return places.length;
  }

  long at(int index) {
    return places[index];
  }

  /** {@return whether some places from an index on, the first free one, are the caller's now} */
  boolean claim(int index, int number) {
    return number <= places.length - index && used.compareAndSet(index, index + number);
  }

  void set(int index, long micros) {
    places[index] = micros;
  }

  /** {@return a copy of a stretch, with room behind it} */
  long[] copy(int from, int length, int room) {
    long[] copy = new long[length + room];
    System.arraycopy(places, from, copy, 0, length);
    return copy;
  }
}
