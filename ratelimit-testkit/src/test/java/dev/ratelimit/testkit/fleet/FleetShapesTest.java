package dev.ratelimit.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.Origin;
import dev.ratelimit.TokenBucket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FleetShapesTest {

  private static final TokenBucket LIMIT = Limit.perSecond(1_000);

  private static FleetResult run(Shape shape, long seed) {
    return Fleet.of(LIMIT).traffic(shape.traffic()).seed(seed).run(shape.length());
  }

  @ParameterizedTest
  @EnumSource
  void limiterThatAsksEachTime_isExact(Shape shape) {
    FleetResult result = run(shape, 1);

    Tally total = result.total();
    result.assertWithinBound();
    assertThat(total.calls()).isEqualTo(total.offered()).isEqualTo(total.answers(Origin.STORE));
    assertThat(total.admitted() + total.denied()).isEqualTo(total.offered());
    assertThat(result.utilisation()).isBetween(0.99, 1.01);
  }

  @ParameterizedTest
  @EnumSource
  void sameSeed_givesTheSameResult(Shape shape) {
    assertThat(run(shape, 1)).isEqualTo(run(shape, 1)).isNotEqualTo(run(shape, 2));
  }
}
