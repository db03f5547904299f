package dev.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.core.algorithm.LimitedKey;
import dev.ratelimit.core.algorithm.Step;
import java.time.Duration;
import java.util.function.Function;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Charging, giving back and freezing one cell is linearizable, also while its limit changes. */
class StateCellLincheckTest {

  /** Else a charge would be lost when the cell is replaced. */
  @Test
  void frozenCell_isNotWrittenAnyMore() {
    Model model = new Model();
    model.freeze();

    assertThat(model.check(1)).isEqualTo("null");
    assertThat(model.left()).isEqualTo("0.0");
  }

  @Test
  void cell_isLinearizable() {
    new ModelCheckingOptions().iterations(3).invocationsPerIteration(60).check(Model.class);
    new StressOptions().iterations(3).invocationsPerIteration(100).check(Model.class);
  }

  /** A cell of a window of 5 permits that becomes one of 10 seconds, at one instant. */
  @Param(name = "cost", gen = IntGen.class, conf = "1:3")
  public static class Model {

    private static final long NOW = 1_000_000;
    private final StateTerms second = terms(Duration.ofSeconds(1));
    private final StateTerms tenSeconds = terms(Duration.ofSeconds(10));
    private final StateCell cell = new StateCell(second, null, NOW);

    private static StateTerms terms(Duration window) {
      return StateTerms.of(Limit.fixedWindow(5, window).withOffset(Duration.ZERO));
    }

    private <A> String apply(StateTerms terms, Function<LimitedKey, Step<A>> operation) {
      return cell.apply("key", terms, operation, NOW) + "";
    }

    @Operation
    public String check(@Param(name = "cost") int cost) {
      return apply(second, key -> key.check(cost));
    }

    @Operation
    public String checkChanged(@Param(name = "cost") int cost) {
      return apply(tenSeconds, key -> key.check(cost));
    }

    @Operation
    public String refund(@Param(name = "cost") int permits) {
      return apply(second, key -> key.refund(permits));
    }

    @Operation
    public boolean freezeIfFull() {
      return cell.freezeIfFull("key", NOW);
    }

    @Operation
    public void freeze() {
      cell.freeze();
    }

    @Operation
    public String left() {
      return cell.owedPart("key", NOW) + "";
    }
  }
}
