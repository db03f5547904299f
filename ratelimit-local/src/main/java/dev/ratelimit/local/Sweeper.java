package dev.ratelimit.local;

import dev.ratelimit.BucketUnits;
import java.util.Iterator;
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
   * moves on by up to SAMPLED cells, and if none of them was full, the one of them that owes the
   * least part of its burst makes room.
   */
  private static final int TIDIED = 4;
  private static final int SAMPLED = 16;

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

  /** {@return the latest instant at which a full cell was dropped} */
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

  /** Removes a frozen cell that owes nothing at an instant. */
  void drop(String key, Cell frozen, long micros) {
    lastDropMicros.accumulateAndGet(micros, Math::max);
    cells.remove(key, frozen);
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
    Map.Entry<String, Cell> least = null;
    boolean dropped = false;
    for (int i = 0; i < SAMPLED; i++) {
      Map.Entry<String, Cell> entry = next();
      if (entry == null) {
        break;
      }
      if (dropIfFull(entry.getKey(), entry.getValue(), nowMicros)) {
        dropped = true;
      } else if (least == null
          || owedPart(entry.getValue(), nowMicros) < owedPart(least.getValue(), nowMicros)) {
        least = entry;
      }
    }
    if (!dropped && least != null) {
      evict(least.getKey(), least.getValue(), nowMicros);
    }
  }

  private boolean dropIfFull(String key, Cell cell, long nowMicros) {
    if (!cell.freezeIfFull(cell.terms.units().tick(nowMicros))) {
      return false;
    }
    drop(key, cell, nowMicros);
    return true;
  }

  private void evict(String key, Cell cell, long nowMicros) {
    cell.freeze();
    BucketUnits units = cell.terms.units();
    long tick = units.tick(nowMicros);
    overflow.add(key, units, cell.owed(tick), tick);
    cells.remove(key, cell);
  }

  private static double owedPart(Cell cell, long nowMicros) {
    BucketUnits units = cell.terms.units();
    return (double) cell.owed(units.tick(nowMicros)) / units.capacity();
  }

  /** {@return the next cell under the hand, {@code null} if there is none} */
  private Map.@Nullable Entry<String, Cell> next() {
    if (!hand.hasNext()) {
      hand = cells.entrySet().iterator();
    }
    return hand.hasNext() ? hand.next() : null;
  }
}
