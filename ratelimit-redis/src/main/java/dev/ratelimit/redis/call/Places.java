package dev.ratelimit.redis.call;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many calls may be in flight to one master. Who finds no place is told, in their order, when
 * there is one.
 *
 * <p>Thread-safe.
 */
public final class Places {

  private static final int ALL = 64;

  private final Set<Runnable> waiting = new LinkedHashSet<>(); // guarded by this
  private int free = ALL; // guarded by this

  /**
   * Takes a place, or has somebody told when there is one. {@return whether it has one}
   *
   * @param told the same each time: whoever waits, waits once
   */
  public synchronized boolean take(Runnable told) {
    if (free == 0) {
      waiting.add(told);
      return false;
    }
    free--;
    waiting.remove(told);
    return true;
  }

  /** A call has ended, or was not made. Who wants no place by now leaves it to the next. */
  public void release() {
    synchronized (this) {
      free++;
    }
    Flat.run(this::tell);
  }

  private void tell() {
    @Nullable Runnable next = nextWaiting();
    while (next != null) {
      next.run();
      next = nextWaiting();
    }
  }

  private synchronized @Nullable Runnable nextWaiting() {
    if (free == 0 || waiting.isEmpty()) {
      return null;
    }
    Runnable next = waiting.iterator().next();
    waiting.remove(next);
    return next;
  }
}
