package dev.ratelimit.local.lease;

import dev.ratelimit.Decision;
import dev.ratelimit.core.store.LeaseId;
import dev.ratelimit.core.store.LeasedPermits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The leases in hand on one key, the oldest first.
 *
 * <p>{@link #spend}, {@link #isLow} and {@link #inHand} may be called by any thread and take no
 * lock, all else is done by one thread at a time.
 */
final class Hand {

  private static final Lease[] NONE = {};

  private volatile Lease[] leases = NONE;
  private long spentOfSealed;
  private long expired; // unspent in their term, not told of
  private Map<LeaseId, Long> spent = new LinkedHashMap<>(); // of sealed leases, to be told
  private Map<LeaseId, Long> unspent = new LinkedHashMap<>(); // of sealed leases, to be returned

  /** {@return an allowed check, or nothing if no lease has as much} */
  @Nullable Decision spend(LeaseTerms terms, long cost, long nowMicros) {
    for (Lease lease : leases) {
      long left = lease.spend(cost, nowMicros);
      if (left >= 0) {
        return terms.allowed(lease.levelBeside() + left, nowMicros);
      }
    }
    return null;
  }

  /** {@return whether there are leases, and of the newest no more is left than that} */
  boolean isLow(long water) {
    Lease[] present = leases;
    return present.length > 0 && present[present.length - 1].left() <= water;
  }

  /** {@return how many permits have ever been spent} */
  long spentEver() {
    return spentOfSealed + Arrays.stream(leases).mapToLong(Lease::spent).sum();
  }

  /**
   * Takes a lease in hand. Those of one slot lapse together, and so are one: else what is left of
   * many, too little each for a check, would pile up.
   */
  void add(Lease lease) {
    List<Lease> kept = new ArrayList<>();
    Lease newest = lease;
    for (Lease old : leases) {
      if (old.id().equals(lease.id())) {
        newest = newest.and(settled(old));
      } else if (old.left() > 0) {
        kept.add(old);
      } else {
        seal(old);
      }
    }
    kept.add(newest);
    leases = kept.toArray(NONE);
  }

  /** {@return when the first lease expires, {@link Long#MAX_VALUE} if there is none} */
  long nextExpiry() {
    return Arrays.stream(leases).mapToLong(Lease::expiryMicros).min().orElse(Long.MAX_VALUE);
  }

  /** Seals the leases that have expired. {@return what became of them} */
  List<Lease.Sealed> sealExpired(long nowMicros) {
    List<Lease> over =
        Arrays.stream(leases).filter(lease -> lease.expiryMicros() <= nowMicros).toList();
    leases =
        Arrays.stream(leases)
            .filter(lease -> lease.expiryMicros() > nowMicros)
            .toArray(Lease[]::new);
    List<Lease.Sealed> ended = over.stream().map(this::seal).toList();
    expired += ended.stream().mapToLong(Lease.Sealed::unspent).sum();
    return ended;
  }

  void sealAll() {
    Lease[] all = leases;
    leases = NONE;
    for (Lease lease : all) {
      seal(lease);
    }
  }

  /** Seals all, and neither returns anything nor tells what was spent: it lapses. */
  void drop() {
    sealAll();
    expired += unspent.values().stream().mapToLong(Long::longValue).sum();
    spent = new LinkedHashMap<>();
    unspent = new LinkedHashMap<>();
  }

  private Lease.Sealed seal(Lease lease) {
    Lease.Sealed sealed = settled(lease);
    add(unspent, lease.id(), sealed.unspent());
    return sealed;
  }

  /** Seals a lease, of which what has been spent is told, and the rest is up to the caller. */
  private Lease.Sealed settled(Lease lease) {
    Lease.Sealed sealed = lease.seal();
    spentOfSealed += sealed.granted() - sealed.unspent();
    add(spent, lease.id(), sealed.spent());
    return sealed;
  }

  /** {@return whether permits that were spent are in hand again: all or none} */
  boolean unspend(long permits) {
    if (Arrays.stream(leases).mapToLong(Lease::untold).sum() < permits) {
      return false;
    }
    long back = 0;
    for (Lease lease : leases) {
      back += lease.unspend(permits - back);
    }
    return true;
  }

  /** {@return what has been spent, each permit told of once} */
  List<LeasedPermits> takeSpent() {
    for (Lease lease : leases) {
      add(spent, lease.id(), lease.tell());
    }
    List<LeasedPermits> told = permits(spent);
    spent = new LinkedHashMap<>();
    return told;
  }

  /** {@return how many permits have expired, each told of once} */
  long takeExpired() {
    long taken = expired;
    expired = 0;
    return taken;
  }

  /** {@return how many permits can be spent at an instant} */
  long inHand(long nowMicros) {
    return Arrays.stream(leases)
        .filter(lease -> nowMicros < lease.expiryMicros())
        .mapToLong(lease -> Math.max(0, lease.left()))
        .sum();
  }

  boolean hasReturns() {
    return !unspent.isEmpty();
  }

  /** {@return what comes back unspent, each permit once} */
  List<LeasedPermits> takeReturns() {
    List<LeasedPermits> back = permits(unspent);
    unspent = new LinkedHashMap<>();
    return back;
  }

  /** What was taken to be told has not been told. */
  void restore(List<LeasedPermits> untold, List<LeasedPermits> unreturned) {
    untold.forEach(permits -> add(spent, permits.id(), permits.permits()));
    unreturned.forEach(permits -> add(unspent, permits.id(), permits.permits()));
  }

  private static void add(Map<LeaseId, Long> tally, LeaseId id, long permits) {
    if (permits > 0) {
      tally.merge(id, permits, Long::sum);
    }
  }

  private static List<LeasedPermits> permits(Map<LeaseId, Long> tally) {
    return tally.entrySet().stream()
        .map(entry -> new LeasedPermits(entry.getKey(), entry.getValue()))
        .toList();
  }
}
