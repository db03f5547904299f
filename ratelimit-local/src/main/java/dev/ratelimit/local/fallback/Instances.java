package dev.ratelimit.local.fallback;

import dev.ratelimit.Membership;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How many instances there are, whatever becomes of what knows it: where that throws, or says less
 * than 1, the last number told holds, and 1 if there was none. The first time is logged.
 *
 * <p>Thread-safe.
 */
final class Instances {

  private final Membership membership;
  private final AtomicBoolean logged = new AtomicBoolean();
  private volatile int last = 1;

  Instances(Membership membership) {
    this.membership = membership;
  }

  /** {@return the number, at least 1} */
  int number() {
    int told;
    try {
      told = membership.instances();
    } catch (RuntimeException | Error e) {
      return untold("it failed", e);
    }
    if (told < 1) {
      return untold("it said " + told, null);
    }
    if (told != last) {
      last = told;
    }
    return told;
  }

  private int untold(String reason, @Nullable Throwable failure) {
    int known = last;
    if (logged.compareAndSet(false, true)) {
      Substitutes.LOG.log(
          Level.WARNING,
          "a membership tells no number of instances, "
              + reason
              + ": "
              + known
              + " holds; it is not logged again",
          failure);
    }
    return known;
  }
}
