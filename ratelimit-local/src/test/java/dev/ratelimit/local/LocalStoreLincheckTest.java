package dev.ratelimit.local;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import dev.ratelimit.testkit.FakeClock;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** A key under two limits by turns is linearizable: converting it gains and loses nothing. */
class LocalStoreLincheckTest {

  @Test
  void keyWhoseLimitChanges_isLinearizable() {
    new StressOptions().iterations(10).invocationsPerIteration(500).check(Model.class);
  }

  /** One key and two limits of the same fill level, at one instant. */
  @Param(name = "cost", gen = IntGen.class, conf = "1:3")
  public static class Model {

    private static final long NOW = 1_700_000_000_000_000L;
    private static final Rule SLOW = Rule.of("slow", Limit.perSecond(1).withBurst(5));
    private static final Rule FAST = Rule.of("fast", Limit.perSecond(10).withBurst(5));

    private final LocalStore store =
        LocalStore.builder().timeSource(FakeClock.atMicros(NOW)).build();

    @Operation
    public String checkSlow(@Param(name = "cost") int cost) {
      return store.check("key", SLOW, cost, NOW).outcome() + "";
    }

    @Operation
    public String checkFast(@Param(name = "cost") int cost) {
      return store.check("key", FAST, cost, NOW).outcome() + "";
    }

    @Operation
    public long takeFast(@Param(name = "cost") int want) {
      return store.take("key", FAST, want, NOW).granted();
    }

    @Operation
    public long refundSlow(@Param(name = "cost") int permits) {
      return store.refund("key", SLOW, permits, NOW).remaining();
    }

    @Operation
    public void reset() {
      store.reset("key", FAST, NOW);
    }

    @Operation
    public long left() {
      return store.peek("key", SLOW, 1, NOW).remaining();
    }
  }
}
