package dev.ratelimit.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.Limit;
import dev.ratelimit.TokenBucket;
import dev.ratelimit.benchmarks.redis.Subject;
import dev.ratelimit.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoadIT {

  private static final TokenBucket LIMIT = Limit.of(50, Duration.ofDays(1));

  static Stream<Scene> scenes() {
    return Stream.of(
        Scene.blocking(Traffic.ONE_KEY, 4),
        Scene.asynchronous(Traffic.ONE_KEY, 8),
        Scene.blocking(Traffic.ONE_KEY, 8).over(4));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void callers_areAllowedTogetherWhatTheLimitOfTheirKeyAdmits(Scene scene) {
    RedisServer redis = LoadServer.empty();

    Load load;
    try (Instances instances =
        Instances.open(scene.instances(), () -> Subject.OURS.open(redis.uri(), LIMIT))) {
      load = Load.of(scene, instances.all(), Duration.ofMillis(200));
    }

    assertThat(load.tally().checks()).isGreaterThanOrEqualTo(scene.callers());
    assertThat(load.tally().allowed()).isEqualTo(Math.min(load.tally().checks(), 50));
  }
}
