package dev.ratelimit.local.fallback;

import dev.ratelimit.Membership;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * How many instances there are, whatever becomes of what knows it: where that throws, or says less
 * than 1, the last number told holds, and 1 if there was none. The first time is logged.
 *
 * <p>Thread-safe. Does not hold the membership it is of.
 */
final class Instances {

  private final Complaints complaints;
  private volatile int last = 1;

  Instances(Complaints complaints) {
    this.complaints = complaints;
  }

  /**
   * {@return the number, at least 1}
   *
   * @param membership tells it, always the same
   */
  int number(Membership membership) {
    int told;
    try {
      told = membership.instances();
    } catch (RuntimeException | Error e) {
      return untold("membership that fails", "it failed", e);
    }
    if (told < 1) {
      return untold("membership of nobody", "it said " + told, null);
    }
    if (told != last) {
      last = told;
    }
    return told;
  }

  private int untold(String subject, String reason, @Nullable Throwable failure) {
    int known = last;
    if (complaints.isNew(subject)) {
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
