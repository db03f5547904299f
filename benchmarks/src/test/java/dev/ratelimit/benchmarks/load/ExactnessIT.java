package dev.ratelimit.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.compare.Effort;
import dev.ratelimit.benchmarks.compare.Measurement;
import dev.ratelimit.benchmarks.compare.Metric;
import dev.ratelimit.benchmarks.redis.Subject;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExactnessIT {

  private static final TokenBucket LIMIT = Limit.perSecond(2_000).withBurst(1_000);
  private static final Scene FLEET = Scene.blocking(Traffic.ONE_KEY, 8).over(4);

  @ParameterizedTest
  @EnumSource(names = {"OURS", "OURS_LEASED", "PLAIN_SCRIPT"})
  void fleet_isAdmittedNoMoreThanTheLimit(Subject subject) {
    Measurement measurement = new ExactnessContestant(subject, FLEET, LIMIT).measure(Effort.SMOKE);

    Map<Metric, Double> values = measurement.values();
    assertThat(values.get(Metric.ADMITTED)).isPositive().isLessThanOrEqualTo(1);
    assertThat(values.get(Metric.SCRIPT_CALLS)).isPositive().isLessThanOrEqualTo(1);
    assertThat(values.get(Metric.RECEIVED)).isPositive();
  }
}
