package dev.ratelimit.redis.call;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Runs what leads to more of the same, one after the other: what is run within another on the same
 * thread begins when that has ended. So the stack does not grow with the number of those that wait.
 *
 * <p>Thread-safe.
 */
public final class Flat {

  private static final ThreadLocal<@Nullable Deque<Runnable>> LATER = new ThreadLocal<>();

  private Flat() {}

  /** Runs something, now or, within another, soon after; then on this thread as well. */
  public static void run(Runnable step) {
    @Nullable Deque<Runnable> later = LATER.get();
    if (later != null) {
      later.add(step);
      return;
    }
    Deque<Runnable> steps = new ArrayDeque<>();
    LATER.set(steps);
    try {
      @Nullable Runnable next = step;
      while (next != null) {
        next.run();
        next = steps.poll();
      }
    } finally {
      LATER.remove();
    }
  }
}
