package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is left to do when a call has ended: outside of all locks.
 *
 * @param told checks that waited, and what they are told
 * @param next calls to make
 */
record Aftermath(List<Told> told, List<Inquiry> next) {

  static final Aftermath NONE = new Aftermath(List.of(), List.of());

  /**
   * What a check is told: a decision or a failure.
   *
   * @param waiter the check
   * @param decision the one
   * @param failure or the other
   */
  record Told(Waiter waiter, @Nullable Decision decision, @Nullable Throwable failure) {

    void tell() {
      if (failure == null) {
        waiter.answer().complete(decision);
      } else {
        waiter.answer().completeExceptionally(failure);
      }
    }
  }
}
