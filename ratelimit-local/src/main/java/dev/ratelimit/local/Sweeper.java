package dev.ratelimit.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Drops cells that are full, and makes room when there are too many.
 *
 * <p>Thread-safe. Works only when a cell is about to be added, a few cells at a time.
 */
final class Sweeper {

  /*
   * A hand goes round the table like that of a clock. Each new cell moves it on by TIDIED cells, so
   * that cells which are full again never make up more than a part of the table. At the bound it
   * moves on by SAMPLED cells, and of those that are not full the EVICTED ones that owe the least
   * part of their burst make room, for as many new cells.
   */
  private static final int TIDIED = 4;
  private static final int SAMPLED = 16;
  private static final int EVICTED = 4;

  private final ConcurrentHashMap<String, Cell> cells;
  private final Overflow overflow;
  private final long maximumKeys;
  private final AtomicLong lastDropMicros = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private Iterator<Map.Entry<String, Cell>> hand; // guarded by lock

  Sweeper(ConcurrentHashMap<String, Cell> cells, Overflow overflow, long maximumKeys) {
    this.cells = cells;
    this.overflow = overflow;
    this.maximumKeys = maximumKeys;
    this.hand = cells.entrySet().iterator();
  }

  /** {@return the latest instant before which a key without a cell must not be written} */
  long lastDropMicros() {
    return lastDropMicros.get();
  }

  /** Tidies up, and sees to it that there is room for one more cell. */
  void beforeAdding(long nowMicros) {
    if (cells.mappingCount() >= maximumKeys) {
      lock.lock();
      try {
        while (cells.mappingCount() >= maximumKeys) {
          makeRoom(nowMicros);
        }
      } finally {
        lock.unlock();
      }
    } else if (lock.tryLock()) {
      try {
        tidy(nowMicros);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Removes a frozen cell that owes nothing at an instant. {@return whether it was there} */
  boolean drop(String key, Cell frozen, long micros) {
    lastDropMicros.accumulateAndGet(micros, Math::max);
    return cells.remove(key, frozen);
  }

  private void tidy(long nowMicros) {
    for (int i = 0; i < TIDIED; i++) {
      Map.Entry<String, Cell> entry = next();
      if (entry == null) {
        return;
      }
      dropIfFull(entry.getKey(), entry.getValue(), nowMicros);
    }
  }

  private void makeRoom(long nowMicros) {
    List<Candidate> candidates = new ArrayList<>(SAMPLED);
    for (int i = 0; i < SAMPLED; i++) {
      Map.Entry<String, Cell> entry = next();
      if (entry == null) {
        break;
      }
      if (!dropIfFull(entry.getKey(), entry.getValue(), nowMicros)) {
        candidates.add(Candidate.of(entry, nowMicros));
      }
    }
    if (cells.mappingCount() >= maximumKeys) {
      candidates.sort(Comparator.comparingDouble(Candidate::owedPart));
      candidates.stream().limit(EVICTED).forEach(least -> evict(least, nowMicros));
    }
  }

  private boolean dropIfFull(String key, Cell cell, long nowMicros) {
    if (!cell.freezeIfFull(key, nowMicros)) {
      return false;
    }
    drop(key, cell, nowMicros);
    return true;
  }

  private void evict(Candidate candidate, long nowMicros) {
    Cell cell = candidate.cell();
    cell.freeze();
    long micros = cell.remember(candidate.key(), nowMicros, overflow);
    lastDropMicros.accumulateAndGet(micros, Math::max);
    cells.remove(candidate.key(), cell);
  }

  /** A cell that may have to go, and the part of its burst that it owed when it was looked at. */
  private record Candidate(String key, Cell cell, double owedPart) {

    static Candidate of(Map.Entry<String, Cell> entry, long nowMicros) {
      Cell cell = entry.getValue();
      return new Candidate(entry.getKey(), cell, cell.owedPart(entry.getKey(), nowMicros));
    }
  }

  /** {@return the next cell under the hand, {@code null} if there is none} */
  private Map.@Nullable Entry<String, Cell> next() {
    if (!hand.hasNext()) {
      hand = cells.entrySet().iterator();
    }
    return hand.hasNext() ? hand.next() : null;
  }
}
