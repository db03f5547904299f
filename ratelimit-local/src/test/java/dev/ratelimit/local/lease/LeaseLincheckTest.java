package dev.ratelimit.local.lease;

import dev.ratelimit.core.store.LeaseId;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Spending, telling, taking back and sealing one lease is linearizable. */
class LeaseLincheckTest {

  @Test
  void lease_isLinearizable() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .iterations(20)
        .invocationsPerIteration(300)
        .check(Model.class);
  }

  /** A lease of 5; what one thread at a time may do is done under its monitor, as in a hand. */
  @Param(name = "permits", gen = IntGen.class, conf = "1:3")
  public static class Model {

    private final Lease lease = new Lease(new LeaseId(0, 0), 5, 1, 0);

    @Operation
    public long spend(@Param(name = "permits") int cost) {
      return lease.spend(cost, 0);
    }

    @Operation
    public long left() {
      return lease.left();
    }

    @Operation
    public synchronized long unspend(@Param(name = "permits") int permits) {
      return lease.unspend(permits);
    }

    @Operation
    public synchronized long tell() {
      return lease.tell();
    }

    @Operation
    public synchronized String seal() {
      return lease.left() < 0 ? "sealed" : lease.seal().toString();
    }
  }
}
