package dev.ratelimit.core.bucket;

import static dev.ratelimit.core.bucket.SlowLimit.ceilDiv;

import dev.ratelimit.core.bucket.SlowState.Lease;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the slow bucket brings a stored key to the present. */
record SlowRefill(SlowState present, boolean mustWrite) {

  static SlowRefill of(@Nullable SlowState stored, SlowLimit limit, BigInteger micros) {
    if (stored == null) {
      return new SlowRefill(SlowState.full(limit, limit.tick(micros)), false);
    }
    boolean back = stored.limit().tick(micros).compareTo(stored.tick()) < 0;
    SlowState present = back ? anchoredAnew(stored, micros) : paidOff(stored, micros);
    return stored.limit().equals(limit)
        ? new SlowRefill(present, back)
        : new SlowRefill(converted(present, limit, micros), true);
  }

  private static SlowState paidOff(SlowState stored, BigInteger micros) {
    SlowLimit limit = stored.limit();
    BigInteger now = limit.tick(micros);
    SlowState present =
        new SlowState(limit, stored.debtAt(now), now, stored.countedAt(now), stored.generation());
    return present.isFull() ? SlowState.full(limit, now) : present;
  }

  private static SlowState anchoredAnew(SlowState stored, BigInteger micros) {
    SlowLimit limit = stored.limit();
    BigInteger now = limit.tick(micros);
    BigInteger lapse = limit.lapseMicros(limit.slotOf(now));
    for (Lease lease : stored.leases()) {
      if (lease.slot().isEmpty()) {
        BigInteger left = lease.lapseMicros().subtract(stored.tick().multiply(limit.u()));
        lapse = lapse.max(micros.add(left));
      }
    }
    return carriedOver(stored, new SlowState(limit, stored.debt(), now, List.of(), 0), lapse);
  }

  private static SlowState converted(SlowState old, SlowLimit limit, BigInteger micros) {
    BigInteger now = limit.tick(micros);
    if (old.isFull()) {
      return SlowState.full(limit, now);
    }
    BigInteger debt = sameFill(old, limit);
    BigInteger credited = old.limit().tick(micros).multiply(old.limit().u());
    if (credited.compareTo(now.multiply(limit.u())) > 0) {
      debt = debt.add(limit.r());
    }
    debt = debt.max(old.out().multiply(limit.p())).min(limit.maxDebt());
    BigInteger lastLapse =
        old.leases().stream().map(Lease::lapseMicros).reduce(BigInteger.ZERO, BigInteger::max);
    return carriedOver(old, new SlowState(limit, debt, now, List.of(), 0), lastLapse);
  }

  private static BigInteger sameFill(SlowState old, SlowLimit limit) {
    SlowLimit before = old.limit();
    if (old.debt().compareTo(before.c()) <= 0) {
      return ceilDiv(old.debt().multiply(limit.c()), before.c());
    }
    BigInteger ticksBeyond = ceilDiv(old.debt().subtract(before.c()), before.r());
    BigInteger ticks = ceilDiv(ticksBeyond.multiply(before.u()), limit.u());
    return limit.c().add(ticks.multiply(limit.r()));
  }

  private static SlowState carriedOver(SlowState from, SlowState to, BigInteger lapseMicros) {
    BigInteger out = from.out().min(to.debt().divide(to.limit().p()));
    if (out.signum() == 0) {
      return new SlowState(to.limit(), to.debt(), to.tick(), List.of(), from.generation());
    }
    Lease carried = new Lease(out, lapseMicros, Optional.empty());
    return new SlowState(to.limit(), to.debt(), to.tick(), List.of(carried), from.generation() + 1);
  }
}
