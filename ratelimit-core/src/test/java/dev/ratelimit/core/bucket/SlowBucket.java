package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.SlowLimit.big;

import dev.ratelimit.core.algorithm.Grant;
import dev.ratelimit.core.algorithm.Report;
import dev.ratelimit.core.algorithm.Verdict;
import dev.ratelimit.core.bucket.SlowState.Lease;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The token bucket as the specification words it, in numbers that cannot overflow: what the fast
 * one is compared with. It shares no arithmetic with it: debts come from a formula instead of a
 * walk, waits from a search.
 */
final class SlowBucket {

  private static final BigInteger NEVER = big(-1);

  private final SlowLimit limit;
  private final BigInteger micros;
  private final @Nullable SlowState stored;
  private final boolean mustWrite;
  private SlowState present;
  private boolean changed;

  SlowBucket(@Nullable SlowState stored, Terms terms, long micros) {
    this.limit = SlowLimit.of(terms);
    this.micros = big(micros);
    this.stored = stored;
    SlowRefill refill = SlowRefill.of(stored, limit, this.micros);
    this.present = refill.present();
    this.mustWrite = refill.mustWrite();
  }

  /** Performs an operation, once, and answers it. */
  Object answer(Request request) {
    BigInteger amount = big(request.amount());
    return switch (request.op()) {
      case CHECK -> check(amount, true);
      case PEEK -> check(amount, false);
      case RESERVE -> reserve(amount, big(request.maxWaitMicros()));
      case TAKE -> take(amount, false);
      case GRANT -> take(amount, true);
      case SPENT -> release(request, BigInteger.ZERO);
      case GIVE_BACK -> release(request, limit.p());
      case REFUND -> refund(amount);
      case RESET -> reset();
    };
  }

  boolean written() {
    return changed || mustWrite;
  }

  @Nullable SlowState after() {
    if (!written()) {
      return stored;
    }
    return present.isFull() ? null : present;
  }

  private Verdict check(BigInteger cost, boolean charge) {
    BigInteger wait = waitFor(cost);
    boolean granted = wait.signum() == 0;
    if (granted && charge) {
      charge(cost);
    }
    return new Verdict(granted, 0, wait.longValueExact(), report());
  }

  private Verdict reserve(BigInteger cost, BigInteger maxWait) {
    BigInteger wait = waitFor(cost);
    if (wait.equals(NEVER)) {
      return new Verdict(false, 0, -1, report());
    }
    BigInteger untilItFits = cost.signum() == 0 ? BigInteger.ZERO : untilOutIsAtMost(cost);
    if (wait.compareTo(maxWait) <= 0 && untilItFits.signum() == 0) {
      charge(cost);
      return new Verdict(true, wait.longValueExact(), 0, report());
    }
    BigInteger retry = wait.subtract(maxWait).max(untilItFits);
    return new Verdict(false, 0, retry.longValueExact(), report());
  }

  private BigInteger untilOutIsAtMost(BigInteger cost) {
    BigInteger most = limit.burst().subtract(cost);
    BigInteger tick = present.tick();
    while (outAt(tick).compareTo(most) > 0) {
      BigInteger here = tick;
      tick =
          present.countedAt(here).stream()
              .map(lease -> lease.lapseTick(limit))
              .reduce(BigInteger::min)
              .orElseThrow();
    }
    return tick.equals(present.tick()) ? BigInteger.ZERO : until(tick);
  }

  private BigInteger outAt(BigInteger tick) {
    return present.countedAt(tick).stream()
        .map(Lease::permits)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private Grant take(BigInteger want, boolean lease) {
    BigInteger granted = want.min(level());
    BigInteger slot = lease ? limit.slotOf(present.tick()) : BigInteger.ZERO;
    charge(granted);
    if (lease && granted.signum() > 0) {
      present = present.with(present.debt(), withLease(slot, outIn(slot).add(granted)));
    }
    BigInteger retry =
        want.signum() > 0 && granted.signum() == 0 ? waitFor(BigInteger.ONE) : BigInteger.ZERO;
    return new Grant(
        granted.longValueExact(),
        present.generation(),
        slot.longValueExact(),
        retry.longValueExact(),
        report());
  }

  private Report release(Request request, BigInteger debtEach) {
    BigInteger slot = big(request.slot());
    BigInteger counted =
        request.generation() == present.generation() ? outIn(slot) : BigInteger.ZERO;
    BigInteger released = big(request.amount()).min(counted);
    if (released.signum() > 0) {
      changed = true;
      present =
          present.with(
              present.debt().subtract(released.multiply(debtEach)),
              withLease(slot, counted.subtract(released)));
    }
    return report();
  }

  private Report refund(BigInteger permits) {
    changed = permits.signum() > 0;
    BigInteger left = present.debt().subtract(permits.multiply(limit.p()));
    present = present.with(left.max(leased()), present.leases());
    return report();
  }

  private Report reset() {
    changed = true;
    present = present.with(leased(), present.leases());
    return report();
  }

  private void charge(BigInteger permits) {
    changed = permits.signum() > 0;
    present = present.with(present.debt().add(permits.multiply(limit.p())), present.leases());
  }

  private BigInteger leased() {
    return present.out().multiply(limit.p());
  }

  private BigInteger outIn(BigInteger slot) {
    return present.leases().stream()
        .filter(lease -> lease.slot().equals(Optional.of(slot)))
        .map(Lease::permits)
        .findFirst()
        .orElse(BigInteger.ZERO);
  }

  private List<Lease> withLease(BigInteger slot, BigInteger permits) {
    List<Lease> leases = new ArrayList<>(present.leases());
    leases.removeIf(lease -> lease.slot().equals(Optional.of(slot)));
    if (permits.signum() > 0) {
      leases.add(new Lease(permits, limit.lapseMicros(slot), Optional.of(slot)));
    }
    return leases;
  }

  private BigInteger waitFor(BigInteger cost) {
    if (cost.compareTo(limit.burst()) > 0) {
      return NEVER;
    }
    BigInteger target = limit.c().subtract(cost.multiply(limit.p()));
    boolean there = cost.signum() == 0 || present.debt().compareTo(target) <= 0;
    return there ? BigInteger.ZERO : until(present.firstTick(target));
  }

  private BigInteger level() {
    return limit.c().subtract(present.debt()).max(BigInteger.ZERO).divide(limit.p());
  }

  private BigInteger until(BigInteger tick) {
    return tick.multiply(limit.u()).subtract(micros);
  }

  private Report report() {
    BigInteger reset =
        present.debt().signum() == 0 ? BigInteger.ZERO : until(present.firstTick(BigInteger.ZERO));
    return new Report(
        limit.burst().longValueExact(), level().longValueExact(), reset.longValueExact());
  }
}
