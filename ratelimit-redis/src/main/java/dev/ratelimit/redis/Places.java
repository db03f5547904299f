package dev.ratelimit.redis;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many calls may be in flight to one master. Lanes that find no place are told, in their order,
 * when there is one.
 *
 * <p>Thread-safe.
 */
final class Places {

  private static final int ALL = 64;

  private final Set<Lane> waiting = new LinkedHashSet<>(); // guarded by this
  private int free = ALL; // guarded by this

  /** Takes a place, or has the lane told when there is one. {@return whether it has one} */
  synchronized boolean take(Lane lane) {
    if (free == 0) {
      waiting.add(lane);
      return false;
    }
    free--;
    waiting.remove(lane);
    return true;
  }

  /** A call has ended, or was not made. A lane that wants no place by now leaves it to the next. */
  void release() {
    synchronized (this) {
      free++;
    }
    @Nullable Lane next = nextWaiting();
    while (next != null) {
      next.drain();
      next = nextWaiting();
    }
  }

  private synchronized @Nullable Lane nextWaiting() {
    if (free == 0 || waiting.isEmpty()) {
      return null;
    }
    Lane next = waiting.iterator().next();
    waiting.remove(next);
    return next;
  }
}
