package dev.ratelimit.local;

import dev.ratelimit.Limit;
import dev.ratelimit.Rule;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Charging, giving back and freezing one cell is linearizable, in both kinds of cell. */
class CellLincheckTest {

  @Test
  void compactCell_isLinearizable() {
    modelCheck(CompactModel.class);
    stress(CompactModel.class);
  }

  @Test
  void wideCell_isLinearizable() {
    modelCheck(WideModel.class);
    stress(WideModel.class);
  }

  private static void modelCheck(Class<?> model) {
    new ModelCheckingOptions().iterations(8).invocationsPerIteration(400).check(model);
  }

  private static void stress(Class<?> model) {
    new StressOptions().iterations(8).invocationsPerIteration(400).check(model);
  }

  /** A cell of a limit of 5 at once, at one tick. */
  @Param(name = "cost", gen = IntGen.class, conf = "1:3")
  public static class CompactModel {

    private static final long TICK = 1_000;
    private final BucketTerms terms = BucketTerms.of(Rule.of(Limit.perSecond(10).withBurst(5)));
    private final BucketCell cell = new CompactCell(terms, 0, TICK);

    @Operation
    public long check(@Param(name = "cost") int cost) {
      return cell.exchange(TICK, Charge.check(terms.units(), cost));
    }

    @Operation
    public long take(@Param(name = "cost") int want) {
      return cell.exchange(TICK, Charge.take(terms.units(), want));
    }

    @Operation
    public long refund(@Param(name = "cost") int permits) {
      return cell.exchange(TICK, Charge.refund(terms.units(), permits));
    }

    @Operation
    public boolean freezeIfFull() {
      return cell.freezeIfFull(TICK);
    }

    @Operation
    public void freeze() {
      cell.freeze();
    }

    @Operation
    public long owed() {
      return cell.owed(TICK);
    }
  }

  /** The same of a limit with many units a tick. */
  @Param(name = "cost", gen = IntGen.class, conf = "1:3")
  public static class WideModel {

    private static final long TICK = 1_000;
    private final BucketTerms terms =
        BucketTerms.of(Rule.of(Limit.perSecond(999_983).withBurst(5)));
    private final BucketCell cell = new WideCell(terms, 0, TICK);

    @Operation
    public long check(@Param(name = "cost") int cost) {
      return cell.exchange(TICK, Charge.check(terms.units(), cost));
    }

    @Operation
    public long refund(@Param(name = "cost") int permits) {
      return cell.exchange(TICK, Charge.refund(terms.units(), permits));
    }

    @Operation
    public boolean freezeIfFull() {
      return cell.freezeIfFull(TICK);
    }

    @Operation
    public void freeze() {
      cell.freeze();
    }

    @Operation
    public long owed() {
      return cell.owed(TICK);
    }
  }
}
