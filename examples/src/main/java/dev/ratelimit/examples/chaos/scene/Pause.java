package dev.ratelimit.examples.chaos.scene;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
public final class Pause {

  private Pause() {}

  /**
   * Returns after a while.
   *
   * @param millis about how long
   */
  public static void of(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
