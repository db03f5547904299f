package dev.ratelimit.local.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.fleet.FleetResult;
import dev.ratelimit.testkit.fleet.Shape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What leases give a fleet, and never more than one exact bucket would: 20 seeds of each shape. */
class LeasedFleetTest {

  private static final double MOST_CALLS = 220;

  private static final Map<Shape, List<FleetResult>> RUNS = new ConcurrentHashMap<>();

  private static List<FleetResult> runs(Shape shape) {
    return RUNS.computeIfAbsent(shape, any -> LeasedFleets.runs(any, UnaryOperator.identity()));
  }

  private static double least(List<FleetResult> runs, ToDoubleFunction<FleetResult> figure) {
    return runs.stream().mapToDouble(figure).min().orElseThrow();
  }

  private static double most(List<FleetResult> runs, ToDoubleFunction<FleetResult> figure) {
    return runs.stream().mapToDouble(figure).max().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void anyTraffic_isAdmittedNoMoreThanByOneBucket(Shape shape) {
    runs(shape).forEach(FleetResult::assertWithinBound);
  }

  @ParameterizedTest
  @CsvSource({
    "EVEN_BELOW, 0.99",
    "EVEN_ABOVE, 0.99",
    "SKEWED, 0.98",
    "ALONE, 0.98",
    "PULSES, 0.98",
    "ROTATING_FAST, 0.90",
    "ROTATING_SLOWLY, 0.90",
    "RAMPS, 0.98",
    "COSTS, 0.98",
  })
  void whatOneBucketWouldAdmit_isAdmittedButForAFewPercent(Shape shape, double part) {
    assertThat(least(runs(shape), FleetResult::utilisation)).isGreaterThanOrEqualTo(part);
  }

  @Test
  void surgeAfterQuiet_isAdmittedAtOnce() {
    Duration surge = Duration.ofSeconds(4);

    double admitted = least(runs(Shape.SURGE), run -> run.granted(surge, Shape.SURGE.length()));

    assertThat(admitted).isGreaterThanOrEqualTo(0.98 * LeasedFleets.LIMIT.burst());
  }

  @ParameterizedTest
  @EnumSource(names = {"EVEN_ABOVE", "SKEWED", "ALONE", "COSTS"})
  void saturatedKey_costsFewCalls(Shape shape) {
    assertThat(most(runs(shape), FleetResult::callsPerSecond)).isLessThanOrEqualTo(MOST_CALLS);
  }

  @ParameterizedTest
  @CsvSource({"EVEN_ABOVE, 0.85", "SKEWED, 0.70"})
  void instanceServedWorst_getsMostOfItsShare(Shape shape, double part) {
    assertThat(least(runs(shape), FleetResult::worstServed)).isGreaterThanOrEqualTo(part);
  }
}
