package dev.ratelimit.local.lease;

import dev.ratelimit.core.store.LeaseCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call to the store about one key.
 *
 * @param holding who asks
 * @param terms of the rule
 * @param call what is sent
 * @param kind what it is for
 * @param sentMicros an instant before it is sent
 * @param scarce whether the store had little when it was last heard of
 * @param waiter the check of the call, if that has been waiting
 */
record Inquiry(
    Holding holding,
    LeaseTerms terms,
    LeaseCall call,
    Kind kind,
    long sentMicros,
    boolean scarce,
    @Nullable Waiter waiter) {

  /** What a call is for. */
  enum Kind {
    /** A check by itself, beside any others. */
    CHECK,
    /** A lease, one call at a time. */
    LEASE,
    /** Reports what has become of leases. */
    REPORT
  }

  /** {@return since when its check waits: its deadline counts from there} */
  long askedMicros() {
    return waiter == null ? sentMicros : waiter.arrivalMicros();
  }

  static Inquiry check(Holding holding, LeaseTerms terms, long cost, long nowMicros) {
    LeaseCall call = new LeaseCall(List.of(), List.of(), cost, 0);
    return new Inquiry(holding, terms, call, Kind.CHECK, nowMicros, false, null);
  }
}
