package dev.ratelimit.examples.chaos.scene;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How a fault lets callers go on for a while. */
@FunctionalInterface
public interface Pauses {

  /** As long as it is asked for. */
  Pauses REAL =
      millis -> {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      };

  /**
   * Returns after a while.
   *
   * @param millis about how long that is in real time
   */
  void of(long millis);
}
