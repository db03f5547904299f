package dev.ratelimit.testkit.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ratelimit.testkit.SimulatedStore;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CoreConformanceTest {

  private static final VectorTarget CORE =
      VectorTarget.of("core", micros -> TimedStore.of(new SimulatedStore()))
          .withLeases()
          .withClockBackwards();

  static Stream<String> files() {
    return Vectors.bundledNames().stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyStepOfEveryLimit_isAnsweredAsTheFileSays(String name) {
    VectorReport report = VectorRunner.over(CORE).run(Vectors.bundled(name));

    report.assertRight();
    assertThat(report.counts().leftOut()).isEmpty();
  }
}
