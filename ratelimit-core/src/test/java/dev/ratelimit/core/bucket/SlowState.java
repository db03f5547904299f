package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.SlowLimit.ceilDiv;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the slow bucket stores of a key. */
record SlowState(
    SlowLimit limit, BigInteger debt, BigInteger tick, List<Lease> leases, long generation) {

  /** Permits out on lease: of a slot, or carried over and of none. */
  record Lease(BigInteger permits, BigInteger lapseMicros, Optional<BigInteger> slot) {

    BigInteger lapseTick(SlowLimit limit) {
      return ceilDiv(lapseMicros, limit.u());
    }
  }

  static SlowState full(SlowLimit limit, BigInteger tick) {
    return new SlowState(limit, BigInteger.ZERO, tick, List.of(), 0);
  }

  boolean isFull() {
    return debt.signum() == 0 && leases.isEmpty();
  }

  BigInteger out() {
    return leases.stream().map(Lease::permits).reduce(BigInteger.ZERO, BigInteger::add);
  }

  SlowState with(BigInteger newDebt, List<Lease> newLeases) {
    return new SlowState(limit, newDebt, tick, newLeases, generation);
  }

  /**
   * What is owed at a later tick: the debt paid off all the way, but at and before each lapse no
   * less than what was out until then, paid off from that lapse on.
   */
  BigInteger debtAt(BigInteger later) {
    BigInteger owed = debt.subtract(limit.r().multiply(later.subtract(tick)));
    for (Lease lease : counted()) {
      BigInteger lapse = lease.lapseTick(limit);
      BigInteger paid = limit.r().multiply(later.subtract(lapse).max(BigInteger.ZERO));
      owed = owed.max(outUntil(lapse).multiply(limit.p()).subtract(paid));
    }
    return owed.max(BigInteger.ZERO);
  }

  private BigInteger outUntil(BigInteger lapse) {
    return counted().stream()
        .filter(lease -> lease.lapseTick(limit).compareTo(lapse) >= 0)
        .map(Lease::permits)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private List<Lease> counted() {
    return countedAt(tick);
  }

  List<Lease> countedAt(BigInteger later) {
    return leases.stream().filter(lease -> lease.lapseTick(limit).compareTo(later) > 0).toList();
  }

  /** The first tick from now on at which no more than {@code target} is owed. */
  BigInteger firstTick(BigInteger target) {
    BigInteger last = leases.stream().map(l -> l.lapseTick(limit)).reduce(tick, BigInteger::max);
    BigInteger low = tick;
    BigInteger high = last.add(ceilDiv(debt, limit.r()));
    while (low.compareTo(high) < 0) {
      BigInteger middle = low.add(high).shiftRight(1);
      if (debtAt(middle).compareTo(target) <= 0) {
        high = middle;
      } else {
        low = middle.add(BigInteger.ONE);
      }
    }
    return low;
  }

  BucketState asStored() {
    List<SlotGrant> grants =
        leases.stream()
            .filter(lease -> lease.slot().isPresent())
            .map(l -> new SlotGrant(l.slot().get().longValueExact(), l.permits().longValueExact()))
            .sorted(Comparator.comparing(SlotGrant::slot))
            .toList();
    Carried carried =
        leases.stream()
            .filter(lease -> lease.slot().isEmpty())
            .map(l -> new Carried(l.permits().longValueExact(), l.lapseMicros().longValueExact()))
            .findFirst()
            .orElse(Carried.NONE);
    return new BucketState(
        limit.units(),
        debt.longValueExact(),
        tick.longValueExact(),
        new Outstanding(grants, carried),
        generation);
  }
}
